import "./format/usable-language.ts";

import { render } from "preact";
import { Console } from "./shell/console.tsx";
import "./style/colours.css";
import "./style/page.css";
import "./style/parts.css";

const place = document.getElementById("console");
if (place) render(<Console />, place);
