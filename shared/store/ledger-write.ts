import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Draft } from "../ledger/draft.ts";
import type { EventRecord } from "../ledger/ledger-view.ts";
import { eventKey, linkKey } from "../table/keys.ts";
import { versionOf } from "../table/schema-versions.ts";
import { effective } from "../tallies/tally.ts";
import { consignmentAction } from "./consignments.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { isMarked, markUpdate } from "./marks.ts";
import { slotAction } from "./slot-write.ts";
import { randomShard, tallyUpdate } from "./tallies.ts";

type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/**
 * Writes a draft: all of it, or nothing. Every event it read to decide is conditioned on being as it
 * was seen, so a reader sees events and sums agree, and no plan is carried out on stale ground.
 */
export async function writeDraft(
  account: string,
  draft: Draft,
  guard: Action[] = [],
): Promise<void> {
  const actions = [
    ...guard,
    ...eventActions(account, draft),
    ...consignmentActions(account, draft),
    ...tallyActions(account, draft),
  ];
  if (actions.length === guard.length) return;
  await dynamo.send(new TransactWriteCommand({ TransactItems: actions }));
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

function tallyActions(account: string, draft: Draft): Action[] {
  const deltas = effective(draft.deltas.values());
  const now = new Date();
  const marked = new Set(deltas.map(({ book }) => book).filter((book) => isMarked(book, now)));
  return [
    ...deltas.map((delta) => ({ Update: tallyUpdate(account, delta, randomShard()) })),
    ...[...marked].map((book) => ({ Update: markUpdate(account, book) })),
  ];
}

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
