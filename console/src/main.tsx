import { render } from "preact";
import { Console } from "./shell/console.tsx";
import { storedPreferences } from "./shell/preferences.ts";
import "./style/colours.css";
import "./style/page.css";
import "./style/parts.css";
import "./style/pages.css";
import { loadTexts } from "./texts/say.ts";

const place = document.getElementById("console");
const preferences = storedPreferences();

loadTexts(preferences.language).then(
  (texts) => place && render(<Console start={{ preferences, texts }} />, place),
  () => {
    // A newer version was deployed between the page and its texts.
    const [way] = performance.getEntriesByType("navigation");
    if (way && "type" in way && way.type !== "reload") location.reload();
  },
);
