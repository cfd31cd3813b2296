import * as z from "zod";
import type { IsoDate } from "../core/calendar/iso-date.ts";
import { tableName } from "../platform/dynamodb/client.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import { type SpreadKey, updateSpread } from "../platform/dynamodb/sharded-counter.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../platform/dynamodb/versioned-item.ts";
import { SOURCE_TAG_ITEM, SOURCES_ITEM } from "../platform/table/items.ts";
import { sourcesKey, sourceTagKey, sourceTagsOf } from "../platform/table/keys.ts";
import { type Author, changedRows } from "./setting-changes.ts";
import { mergeTags, SourceTag } from "./source-tags.ts";
import { NO_SOURCES, SourceProfile, type Sources } from "./sources.ts";
import { appendedChange } from "./store-setting-changes.ts";

const ITEM: VersionedItem<Sources> = {
  key: sourcesKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(SourceProfile) }),
  empty: NO_SOURCES,
  definition: SOURCES_ITEM,
  name: "source profiles",
};

/** All source profiles of the account, as they are at this moment. */
export const loadSources = (account: string): Promise<Sources> => loadVersioned(ITEM, account);

/** The source profiles in what stands at their key. */
export const sourcesIn = (found: object | undefined): Sources => valueIn(ITEM, found);

/**
 * Replaces the account's source profiles by what `decide` makes of them; see updateVersioned.
 * Who did what when is added to the account's changes.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateSources = (
  account: string,
  decide: (all: Sources) => Sources,
  author: Author,
): Promise<Sources> =>
  updateVersioned(ITEM, account, decide, appendedChange<Sources>("sources", changedRows, author));

type SeenTag = {
  readonly sourceId: string;
  readonly day: IsoDate;
  readonly transactions: number;
};

/**
 * The update that notes a tag: received on `day`, with so many transactions (calculations). A
 * calculation carries it in its own transaction; a supply event, which is counted elsewhere, notes
 * its tag with none.
 */
export const sourceTagUpdate = (
  account: string,
  { sourceId, day, transactions }: SeenTag,
  spreadKey: SpreadKey,
) => ({
  TableName: tableName(),
  Key: spreadKey((shard) => sourceTagKey(account, sourceId, shard)),
  UpdateExpression:
    "SET schema_version = :version, source_id = :source, first_seen = if_not_exists(first_seen, :day), last_seen = :day ADD transaction_count :count",
  ExpressionAttributeValues: {
    ":version": SOURCE_TAG_ITEM.version,
    ":source": sourceId,
    ":day": day,
    ":count": transactions,
  },
});

/**
 * Notes the tags of committed supply events, outside their transaction: a tag list that is late by
 * one crash does no harm, and a replay of the commit notes them again.
 */
export async function noteSourceTags(
  account: string,
  sourceIds: Iterable<string | undefined>,
  day: IsoDate,
): Promise<void> {
  const tags = [...new Set(sourceIds)].filter((id) => id !== undefined);
  await Promise.all(
    tags.map((sourceId) =>
      updateSpread((spreadKey) =>
        sourceTagUpdate(account, { sourceId, day, transactions: 0 }, spreadKey),
      ),
    ),
  );
}

/** Every tag the account has ever sent, from as many sums as there are tags, not from events. */
export async function loadSourceTags(account: string): Promise<SourceTag[]> {
  const shards = await queryAll({ ...sourceTagsOf(account), ConsistentRead: true });
  return mergeTags(z.array(SourceTag).parse(shards));
}
