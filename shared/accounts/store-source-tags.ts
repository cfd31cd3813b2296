import * as z from "zod";
import type { IsoDate } from "../core/calendar/iso-date.ts";
import { tableName } from "../platform/dynamodb/client.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import type { SpreadKey } from "../platform/dynamodb/shard-choice.ts";
import { updateSpread } from "../platform/dynamodb/spread-writes.ts";
import { sourceTagKey, sourceTagsOf } from "../platform/table/keys.ts";
import { SCHEMA_VERSIONS } from "../platform/table/schema-versions.ts";
import { mergeTags, SourceTag } from "./source-tags.ts";

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
    ":version": SCHEMA_VERSIONS.source_tag,
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
