import { tableName } from "../../platform/dynamodb/client.ts";
import type { SpreadKey } from "../../platform/dynamodb/shard-choice.ts";
import { type Action, writeTogether } from "../../platform/dynamodb/spread-writes.ts";
import { eventKey, linkKey, tallyKey } from "../../platform/table/keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { changeMarkUpdate, isMarked } from "../../returns/locks/store-markers.ts";
import type { EventRecord } from "../events/event-record.ts";
import { consignmentAction } from "../events/store-consignments.ts";
import { tallyUpdate } from "../sums/store-sums.ts";
import { type Delta, effective } from "../sums/sum.ts";
import { slotAction } from "./slot-write.ts";
import type { Draft } from "./write-plan.ts";

/**
 * Writes a draft: all of it, or nothing. Every event it read to decide is conditioned on being as it
 * was seen, so a reader sees events and sums agree, and no plan is carried out on stale ground.
 */
export async function writeDraft(
  account: string,
  draft: Draft,
  guard: Action[] = [],
): Promise<void> {
  const apart = [...eventActions(account, draft), ...consignmentActions(account, draft)];
  const deltas = effective(draft.deltas.values());
  if (apart.length + deltas.length === 0) return;
  await writeTogether((spreadKey) => [
    ...guard,
    ...apart,
    ...tallyActions(account, deltas, spreadKey),
  ]);
}

/** Holds a transaction to an event that it decided by but does not write. */
export const unchanged = (account: string, record: EventRecord): Action => ({
  ConditionCheck: {
    TableName: tableName(),
    Key: eventKey(account, record.event_id),
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": record.version },
  },
});

function tallyActions(account: string, deltas: readonly Delta[], spreadKey: SpreadKey): Action[] {
  const now = new Date();
  const marked = new Set(deltas.map(({ book }) => book).filter((book) => isMarked(book, now)));
  return [
    ...deltas.map((delta) => ({ Update: tallyUpdate(spreadKey(keysOf(account, delta)), delta) })),
    ...[...marked].map((book) => ({ Update: changeMarkUpdate(account, book, spreadKey) })),
  ];
}

const keysOf =
  (account: string, { book, key }: Delta) =>
  (shard: number) =>
    tallyKey(account, book, key, shard);

const consignmentActions = (account: string, draft: Draft): Action[] =>
  [...draft.consignments].map(([id, planned]) =>
    consignmentAction(account, id, { seen: draft.base.consignment(id), planned }),
  );

function eventActions(account: string, draft: Draft): Action[] {
  const slots = draft.touched().map((id) => slotAction(account, id, draft));
  const links = draft.links.map(({ original_id, event_id }) => ({
    Put: {
      TableName: tableName(),
      Item: { ...linkKey(account, original_id, event_id), ...versionOf("link") },
    },
  }));
  return [...slots, ...links];
}
