import * as z from "zod";
import type { IsoDate } from "../core/calendar/dates.ts";
import type { LedgerId } from "../core/ids.ts";
import { queryAll, tableName } from "../platform/dynamodb/client.ts";
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
import { mergeTags, NO_SOURCES, SourceProfile, type Sources, SourceTag } from "./sources.ts";
import { appendedChange } from "./store-setting-changes.ts";

export const SOURCES_VALUE: VersionedItem<Sources> = {
  key: sourcesKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(SourceProfile) }),
  empty: NO_SOURCES,
  definition: SOURCES_ITEM,
  name: "source profiles",
};

/** Reads all source profiles of the account, strongly consistent. */
export const loadSources = (ledger: LedgerId): Promise<Sources> =>
  loadVersioned(SOURCES_VALUE, ledger);

/** Returns a reader of the profile of a source; of undefined if it has none. */
export const sourceProfile =
  (ledger: LedgerId, source_id: string) => async (): Promise<SourceProfile | undefined> =>
    (await loadSources(ledger)).items.find(({ source_key }) => source_key === source_id);

/** Parses the source profiles from their stored item. */
export const sourcesIn = (found: object | undefined): Sources => valueIn(SOURCES_VALUE, found);

/**
 * Replaces the account's source profiles by the result of `decide`; see updateVersioned. Adds the write to the
 * account's setting changes.
 * @throws DomainError `not_ready`, and the errors of `decide`.
 */
export const updateSources = (
  ledger: LedgerId,
  decide: (all: Sources) => Sources,
  author: Author,
): Promise<Sources> =>
  updateVersioned(
    SOURCES_VALUE,
    ledger,
    decide,
    appendedChange<Sources>("sources", changedRows, author),
  );

type SeenTag = {
  readonly sourceId: string;
  readonly day: IsoDate;
  readonly transactions: number;
};

/**
 * Builds the update that records a tag as received on `day`, with a number of transactions (calculations). A
 * calculation includes this update in its own transaction. A supply event records its tag with no transactions, because
 * events are counted separately.
 */
export const sourceTagUpdate = (
  ledger: LedgerId,
  { sourceId, day, transactions }: SeenTag,
  spreadKey: SpreadKey,
) => ({
  TableName: tableName(),
  Key: spreadKey((shard) => sourceTagKey(ledger, sourceId, shard)),
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
 * Records the tags of committed supply events outside their transaction. A crash may delay the list of tags, which is
 * harmless; repeating the commit records them again.
 */
export async function noteSourceTags(
  ledger: LedgerId,
  sourceIds: Iterable<string | undefined>,
  day: IsoDate,
): Promise<void> {
  const tags = [...new Set(sourceIds)].filter((id) => id !== undefined);
  await Promise.all(
    tags.map((sourceId) =>
      updateSpread((spreadKey) =>
        sourceTagUpdate(ledger, { sourceId, day, transactions: 0 }, spreadKey),
      ),
    ),
  );
}

/** Reads every tag that the account has ever sent. Reads one sum per tag and shard, no events. */
export async function loadSourceTags(ledger: LedgerId): Promise<SourceTag[]> {
  const shards = await queryAll({ ...sourceTagsOf(ledger), ConsistentRead: true });
  return mergeTags(z.array(SourceTag).parse(shards));
}
