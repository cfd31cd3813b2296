import { isUsable } from "./locale.ts";

/*
 * Replaces an unusable browser language. uPlot passes the browser's language to Intl when it loads, and a language that
 * Intl rejects would crash the whole console. This module is therefore imported before all others.
 */
if (!isUsable(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}
