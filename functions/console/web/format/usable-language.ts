import { isUsable } from "./locale.ts";

/*
 * uPlot asks Intl for the browser's language while it is loaded, and would take the whole console down
 * with it where a browser names one that Intl refuses. So this is imported before everything else.
 */
if (!isUsable(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}
