/** A colour of the theme in force, for what is painted and cannot name it. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * Calls when the theme changes, by the reader's choice or the system's.
 * @returns what ends that.
 */
export function onNewColours(call: () => void): () => void {
  const changed = new MutationObserver(call);
  changed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => changed.disconnect();
}
