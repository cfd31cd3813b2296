import { fallback } from "../../shared/api/fallback.ts";
import { fallbackRow } from "../../shared/api/fallback-row.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = fallback(fallbackRow, Object.values(routes));
