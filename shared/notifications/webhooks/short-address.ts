/** Longest first part of a path that is shown; a longer one may be a secret itself. */
const LONGEST_SHOWN = 20;

/**
 * Returns the origin of a receiver's URL and the first part of its path. The rest is a secret of many receivers: whoever
 * knows it can send to them. An address that was shortened before stays.
 */
export function shortAddress(text: string): string {
  if (text.endsWith("/…")) return text;
  const { origin, pathname, search } = new URL(text);
  const [first = "", ...more] = pathname.split("/").slice(1);
  if (first.length > LONGEST_SHOWN) return `${origin}/…`;
  return more.length > 0 || search !== "" ? `${origin}/${first}/…` : `${origin}/${first}`;
}
