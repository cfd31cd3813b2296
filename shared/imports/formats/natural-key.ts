import { textHash } from "../../core/hash.ts";

/** Ids of events have no more. */
const LONGEST_ID = 100;

/**
 * The id of an event, made of the source and what the shop itself calls it, so that importing a row
 * again finds the same event. Too long, all behind the order becomes a hash.
 */
export function naturalKey(source_id: string, order: string, ...rest: readonly string[]): string {
  const id = [source_id, order, ...rest].join(":");
  if (id.length <= LONGEST_ID) return id;
  const hash = textHash(rest.join(":")).toString(36);
  const kept = `${source_id}:${order}`.slice(0, LONGEST_ID - hash.length - 3);
  return `${kept}:h:${hash}`;
}
