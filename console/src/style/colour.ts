/** Returns a colour of the current theme, for canvas drawings that cannot use CSS variables. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * Calls back when the theme changes, by the reader's choice or the system's.
 * @returns a function that stops the callbacks.
 */
export function onNewColours(call: () => void): () => void {
  const changed = new MutationObserver(call);
  changed.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => changed.disconnect();
}
