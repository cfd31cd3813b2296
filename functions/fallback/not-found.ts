import { fallback } from "../../shared/api/fallback.ts";
import { fallbackRow } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = fallback(fallbackRow, Object.values(routes));
