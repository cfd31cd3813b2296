import { textHash } from "../../core/hash.ts";

/** Maximum length of an event id. */
const LONGEST_ID = 100;

/**
 * Builds the id of an event from the source and the shop's own ids, so that importing a row again finds the same event.
 * If the id is too long, everything after the order becomes a hash.
 */
export function naturalKey(source_id: string, order: string, ...rest: readonly string[]): string {
  const id = [source_id, order, ...rest].join(":");
  if (id.length <= LONGEST_ID) return id;
  const hash = textHash(rest.join(":")).toString(36);
  const kept = `${source_id}:${order}`.slice(0, LONGEST_ID - hash.length - 3);
  return `${kept}:h:${hash}`;
}
