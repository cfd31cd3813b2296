import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Draft, PlannedWrite } from "../ledger/draft.ts";
import type { EventRecord, Slot } from "../ledger/ledger-view.ts";
import { eventKey, linkKey } from "../table/keys.ts";
import { SCHEMA_VERSIONS, versionOf } from "../table/schema-versions.ts";
import { effective } from "../tallies/tally.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { isMarked, markUpdate } from "./marks.ts";
import { itemOf, storedEntries } from "./supply-events.ts";
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
  const actions = [...guard, ...eventActions(account, draft), ...tallyActions(account, draft)];
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

function eventActions(account: string, draft: Draft): Action[] {
  const ids = new Set([...draft.writes.keys(), ...draft.gains.keys()]);
  const slots = [...ids].map((id) => slotAction(account, id, draft));
  const links = draft.links.map(({ original_id, event_id }) => ({
    Put: {
      TableName: tableName(),
      Item: { ...linkKey(account, original_id, event_id), ...versionOf("link") },
    },
  }));
  return [...slots, ...links];
}

function slotAction(account: string, id: string, draft: Draft): Action {
  const seen = draft.base.slot(id);
  const write = draft.writes.get(id);
  const gained = draft.gains.get(id) ?? 0;
  if (write && !seen.event) return { Put: arrival(account, write.record, seen, gained) };
  if (write) return { Update: change(account, write, seen, gained) };
  return { Update: gain(account, id, seen, gained) };
}

/** A new event, on nothing or on the stub that its non-sales have left. */
function arrival(account: string, record: EventRecord, seen: Slot, gained: number) {
  const links = seen.links + gained;
  const item = { ...itemOf(account, record), ...(links > 0 ? { links } : {}) };
  if (seen.links === 0) {
    return { TableName: tableName(), Item: item, ConditionExpression: "attribute_not_exists(pk)" };
  }
  return {
    TableName: tableName(),
    Item: item,
    ConditionExpression: "attribute_not_exists(event_type) AND links = :seen",
    ExpressionAttributeValues: { ":seen": seen.links },
  };
}

/** What a committed event may change in: its place, its classification and its standing to others. */
function change(account: string, { record, pinned }: PlannedWrite, seen: Slot, gained: number) {
  const { classification_status, classification_reasons, classification_history } = record;
  const set = {
    classification_status,
    classification_reasons,
    classification_history,
    treatment: record.treatment,
    entries: storedEntries(record.entries),
    rules_version: record.rules_version,
    version: record.version,
    ...definedOf({
      establishment_country: record.establishment_country,
      link: record.link,
      settling: record.settling,
    }),
  };
  const names = Object.keys(set);
  const removed = ["establishment_country", "settling"].filter((name) => !names.includes(name));
  const assigned = names.map((name) => `#${name} = :${name}`).join(", ");
  return {
    TableName: tableName(),
    Key: eventKey(account, record.event_id),
    UpdateExpression: `SET ${assigned}${removed.length > 0 ? ` REMOVE ${removed}` : ""} ADD links :gained`,
    ConditionExpression: pinned
      ? "version = :seen AND (links = :links OR (attribute_not_exists(links) AND :links = :none))"
      : "version = :seen",
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ":seen": seen.event?.version,
      ":gained": gained,
      ...(pinned ? { ":links": seen.links, ":none": 0 } : {}),
    },
  };
}

const definedOf = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A further non-sale refers to this event, or to one that has not arrived: then a stub keeps count. */
const gain = (account: string, id: string, seen: Slot, gained: number) => ({
  TableName: tableName(),
  Key: eventKey(account, id),
  UpdateExpression: "SET schema_version = :version ADD links :gained",
  ...(seen.event
    ? {
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ...gainedBy(gained), ":seen": seen.event.version },
      }
    : {
        ConditionExpression: "attribute_not_exists(event_type)",
        ExpressionAttributeValues: gainedBy(gained),
      }),
});

const gainedBy = (gained: number) => ({
  ":gained": gained,
  ":version": SCHEMA_VERSIONS.event,
});
