import * as z from "zod";
import type { Sources } from "./sources.ts";

/** The statistics of a raw source tag. Days are those on which the tag was received (UTC). */
export const SourceTag = z.object({
  source_id: z.string(),
  transaction_count: z.int().min(0),
  first_seen: z.iso.date(),
  last_seen: z.iso.date(),
});
export type SourceTag = z.output<typeof SourceTag>;

export const UnknownSourceList = z
  .strictObject({ items: z.array(z.strictObject(SourceTag.shape)) })
  .meta({ id: "UnknownSourceList" });

/** Adds up the shards of each tag. */
export function mergeTags(shards: readonly SourceTag[]): SourceTag[] {
  return [...Map.groupBy(shards, (shard) => shard.source_id)].map(([source_id, parts]) => ({
    source_id,
    transaction_count: parts.reduce((sum, part) => sum + part.transaction_count, 0),
    first_seen: parts.map((part) => part.first_seen).sort()[0] as string,
    last_seen: parts
      .map((part) => part.last_seen)
      .sort()
      .at(-1) as string,
  }));
}

/** Returns the tags without a profile, the most recently seen first. A tag with an archived profile counts as known. */
export function unknownTags(tags: readonly SourceTag[], sources: Sources, limit: number) {
  const known = new Set(sources.items.map((item) => item.source_key));
  return tags
    .filter((tag) => !known.has(tag.source_id))
    .sort((a, b) => compare(b.last_seen, a.last_seen) || compare(a.source_id, b.source_id))
    .slice(0, limit);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
