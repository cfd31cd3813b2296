import { setImmediate as nextTurn } from "node:timers/promises";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { NO_SOURCES, type Sources } from "../../accounts/sources.ts";
import { sourcesIn } from "../../accounts/store-sources.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { isRetryable } from "../../platform/calls.ts";
import { dynamo, getTogether, tableName } from "../../platform/dynamodb/client.ts";
import {
  type Action,
  type SpreadKey,
  writeTogether,
} from "../../platform/dynamodb/sharded-counter.ts";
import { versionOf } from "../../platform/table/item.ts";
import { EVENT_ITEM, LINK_ITEM } from "../../platform/table/items.ts";
import {
  eventKey,
  INDEX,
  linkKey,
  profileKey,
  registrationsKey,
  sourcesKey,
  sumKey,
} from "../../platform/table/keys.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import type { EventRecord, EventState } from "../events/event-record.ts";
import { FREE_TEXT_FIELDS } from "../events/field-uses.ts";
import {
  checkCodesOf,
  consignmentAction,
  eventStateIn,
  itemOf,
  storedEntries,
} from "../events/store-events.ts";
import { profileIn, registrationsIn } from "../settings/store-settings.ts";
import { changeMarkUpdate, isMarked, sumUpdate } from "../sums/store-sums.ts";
import { type Delta, effective } from "../sums/sum.ts";
import type { PlannedWrite, WritePlan } from "./write-plan.ts";

/** The state of an event before and after a plan. */
type EventStates = { readonly seen: EventState; readonly planned: EventState };

/** Returns the write of one event of a plan, on condition that the event is unchanged since it was read. */
function eventAction(ledger: LedgerId, id: EventId, plan: WritePlan): Action {
  const states = { seen: plan.base.state(id), planned: plan.state(id) };
  const write = plan.writes.get(id);
  if (write && states.seen.undone) return { Put: replacement(ledger, write.record, states) };
  if (write && !states.seen.event) return { Put: arrival(ledger, write.record, states) };
  if (write) return { Update: change(ledger, write, states) };
  return { Update: gain(ledger, id, states) };
}

/** Writes a new event, to an empty key or over the stub that its non-sales have left. */
function arrival(ledger: LedgerId, record: EventRecord, { seen, planned }: EventStates) {
  const { links, taken_back } = planned;
  const item = {
    ...itemOf(ledger, record),
    ...(links > 0 ? { links } : {}),
    ...(taken_back ? { taken_back } : {}),
  };
  if (seen.links === 0) {
    return { TableName: tableName(), Item: item, ConditionExpression: "attribute_not_exists(pk)" };
  }
  const taken = asSeen(seen);
  return {
    TableName: tableName(),
    Item: item,
    ConditionExpression: `attribute_not_exists(event_type) AND links = :seen AND ${taken.condition}`,
    ExpressionAttributeValues: { ":seen": seen.links, ...taken.values },
  };
}

/** Writes a new event in place of one that was undone. */
function replacement(ledger: LedgerId, record: EventRecord, { seen, planned }: EventStates) {
  const { links, taken_back } = planned;
  const taken = asSeen(seen);
  return {
    TableName: tableName(),
    Item: {
      ...itemOf(ledger, record),
      ...(links > 0 ? { links } : {}),
      ...(taken_back ? { taken_back } : {}),
    },
    ConditionExpression: `version = :seen AND ${taken.condition} AND (links = :links OR (attribute_not_exists(links) AND :links = :none))`,
    ExpressionAttributeValues: {
      ...taken.values,
      ":seen": seen.undone?.version,
      ":links": seen.links,
      ":none": 0,
    },
  };
}

/**
 * Returns the condition that the refunded total is unchanged since it was read. Of two refunds that exceed a sale
 * together, one must see the other.
 */
const asSeen = ({ taken_back }: EventState) =>
  taken_back
    ? { condition: "taken_back = :taken", values: { ":taken": taken_back } }
    : { condition: "attribute_not_exists(taken_back)", values: {} };

/** The fields that a change may remove from an event. */
const REMOVABLE = ["establishment_country", "propagating", "consignment_exceeded"];

/** The index keys by which lists, audits and recounts find an event. An undone event has none. */
const IN_INDEX = [`${INDEX}pk`, `${INDEX}sk`];

/** Returns the further changes of an event that is undone: its free text is erased. */
const lastForm = (record: EventRecord) => ({
  ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, record[field]])),
  undone: record.undone,
  erased_at: record.erased_at,
  fingerprint: record.fingerprint,
});

/**
 * True if another event or a recount has changed the place of an event in a return, or its amounts there. The history of
 * a reclassification tells its own instant, and a segment of the period moves nothing to another return.
 */
const isMoved = (before: EventRecord | undefined, after: EventRecord): boolean =>
  before !== undefined &&
  before.classification_history.length === after.classification_history.length &&
  placeOf(before) !== placeOf(after);

const placeOf = ({ entries: [place] }: EventRecord): string =>
  JSON.stringify([place?.partition, place?.key.replaceAll(/@[^|]*/g, ""), place?.amounts]);

/** Returns the fields of a committed event that may change: place, classification, link, checks. */
function changeable({ record }: PlannedWrite, { seen, planned: { taken_back } }: EventStates) {
  const { classification_status, classification_reasons, classification_history } = record;
  return {
    classification_status,
    classification_reasons,
    classification_history,
    treatment: record.treatment,
    checks: record.checks,
    check_codes: checkCodesOf(record),
    entries: storedEntries(record.entries),
    rules_version: record.rules_version,
    version: record.version,
    ...definedOf({
      establishment_country: record.establishment_country,
      original_event_id: record.original_event_id,
      link: record.link,
      propagating: record.propagating,
      moved_at: isMoved(seen.event, record) ? new Date().toISOString() : record.moved_at,
      consignment_exceeded: record.consignment_exceeded,
      taken_back,
      ...(record.undone ? lastForm(record) : {}),
    }),
  };
}

function change(ledger: LedgerId, write: PlannedWrite, { seen, planned }: EventStates) {
  const { record, pinned } = write;
  const set = changeable(write, { seen, planned });
  const names = Object.keys(set);
  const removable = record.undone ? [...REMOVABLE, ...IN_INDEX, ...FREE_TEXT_FIELDS] : REMOVABLE;
  const removed = removable.filter((name) => !names.includes(name));
  const assigned = names.map((name) => `#${name} = :${name}`).join(", ");
  const taken = asSeen(seen);
  return {
    TableName: tableName(),
    Key: eventKey(ledger, record.event_id),
    UpdateExpression: `SET ${assigned}${removed.length > 0 ? ` REMOVE ${removed}` : ""} ADD links :gained`,
    ConditionExpression: `version = :seen AND ${taken.condition}${
      pinned ? " AND (links = :links OR (attribute_not_exists(links) AND :links = :none))" : ""
    }`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ...taken.values,
      ":seen": seen.event?.version,
      ":gained": planned.links - seen.links,
      ...(pinned ? { ":links": seen.links, ":none": 0 } : {}),
    },
  };
}

const definedOf = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Counts a further non-sale that refers to this event. If the event has not arrived, a stub holds the count. */
function gain(ledger: LedgerId, id: EventId, { seen, planned }: EventStates) {
  const taken = asSeen(seen);
  const isChanged = planned.taken_back !== seen.taken_back;
  const there = seen.event ?? seen.undone;
  const conditions = [
    there ? "version = :seen" : "attribute_not_exists(event_type)",
    ...(isChanged ? [taken.condition] : []),
  ];
  return {
    TableName: tableName(),
    Key: eventKey(ledger, id),
    UpdateExpression: `SET schema_version = :version${isChanged ? ", taken_back = :more" : ""} ADD links :gained`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeValues: {
      ":gained": planned.links - seen.links,
      ":version": EVENT_ITEM.version,
      ...(there ? { ":seen": there.version } : {}),
      ...(isChanged ? { ...taken.values, ":more": planned.taken_back } : {}),
    },
  };
}

/**
 * Writes a plan completely or not at all. Every event that the plan was decided by is conditioned on its unchanged
 * state. So a reader sees events and sums that agree, and no plan is written in a stale context.
 */
export async function writePlan(
  ledger: LedgerId,
  plan: WritePlan,
  guard: Action[] = [],
  taken?: Set<string>,
): Promise<void> {
  const apart = [...eventActions(ledger, plan), ...consignmentActions(ledger, plan)];
  const deltas = effective(plan.deltas.values());
  if (apart.length + deltas.length === 0) return;
  await writeTogether(
    (spreadKey) => [...guard, ...apart, ...sumActions(ledger, deltas, spreadKey)],
    taken,
  );
}

/**
 * Writes independent plans, each completely or not at all, two at a time: a reader pays for each shard that more of them
 * would add to a sum. Those sent together share no shard. After a failure no further one is sent.
 */
export async function writePlans(ledger: LedgerId, plans: Iterable<WritePlan>) {
  const taken = new Set<string>();
  const [sent, written]: [WritePlan[], WritePlan[]] = [[], []];
  const writeInTurn = async () => {
    for (const plan of plans) {
      sent.push(plan);
      await writePlan(ledger, plan, [], taken);
      written.push(plan);
    }
  };
  // The first transaction leaves before the second is planned.
  const lines = await Promise.allSettled([writeInTurn(), nextTurn().then(writeInTurn)]);
  return { sent, written, failed: lines.find(({ status }) => status === "rejected") };
}

/** Returns the condition that an event is unchanged that a plan depends on but does not write. */
export const unchanged = (ledger: LedgerId, record: EventRecord): Action => ({
  ConditionCheck: {
    TableName: tableName(),
    Key: eventKey(ledger, record.event_id),
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": record.version },
  },
});

function sumActions(ledger: LedgerId, deltas: readonly Delta[], spreadKey: SpreadKey): Action[] {
  const now = new Date();
  const marked = new Set(
    deltas.map(({ partition }) => partition).filter((partition) => isMarked(partition, now)),
  );
  return [
    ...deltas.map((delta) => ({ Update: sumUpdate(spreadKey(keysOf(ledger, delta)), delta) })),
    ...[...marked].map((partition) => ({
      Update: changeMarkUpdate(ledger, partition, spreadKey),
    })),
  ];
}

const keysOf =
  (ledger: LedgerId, { partition, key }: Delta) =>
  (shard: number) =>
    sumKey(ledger, partition, key, shard);

const consignmentActions = (ledger: LedgerId, plan: WritePlan): Action[] =>
  [...plan.consignments].map(([id, planned]) =>
    consignmentAction(ledger, id, { seen: plan.base.consignment(id), planned }),
  );

function eventActions(ledger: LedgerId, plan: WritePlan): Action[] {
  const states = plan.touched().map((id) => eventAction(ledger, id, plan));
  const links = plan.links.map(({ original_id, event_id }) => ({
    Put: {
      TableName: tableName(),
      Item: { ...linkKey(ledger, original_id, event_id), ...versionOf(LINK_ITEM) },
    },
  }));
  return [...states, ...links];
}

/** Records that all refunds of the sale have followed it, unless the sale has changed since. */
export async function clearPropagating(ledger: LedgerId, original: EventRecord): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: eventKey(ledger, original.event_id),
        UpdateExpression: "REMOVE propagating",
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": original.version },
      }),
    );
  } catch (error) {
    if (!isRetryable(error)) throw error;
  }
}

type CommitContext = {
  readonly profile: DatedProfile;
  readonly rates: RateCatalogue;
  readonly registrations: Registrations;
  readonly sources: Sources;
  /** The entry of each requested id. */
  readonly states: ReadonlyMap<EventId, EventState>;
};

type ContextRequest = {
  readonly eventIds: Iterable<EventId>;
  /** True if an event names a source; otherwise the result has no sources. */
  readonly sources: boolean;
};

/**
 * Reads the data that a commit depends on, strongly consistent. One call serves about 97 events; one call per kind
 * would take most of the time of a single sale (docs/decisions/0214).
 */
export async function loadCommitContext(
  ledger: LedgerId,
  { eventIds, sources }: ContextRequest,
): Promise<CommitContext> {
  const ids = [...new Set(eventIds)];
  const keys = {
    profile: profileKey(ledger),
    registrations: registrationsKey(ledger),
    sources: sourcesKey(ledger),
  };
  const [rates, found] = await Promise.all([
    loadVatRates(),
    getTogether([
      keys.profile,
      keys.registrations,
      ...(sources ? [keys.sources] : []),
      ...ids.map((id) => eventKey(ledger, id)),
    ]),
  ]);
  return {
    rates,
    profile: profileIn(found(keys.profile)),
    registrations: registrationsIn(found(keys.registrations)),
    sources: sources ? sourcesIn(found(keys.sources)) : NO_SOURCES,
    states: new Map(ids.map((id) => [id, eventStateIn(found(eventKey(ledger, id)))])),
  };
}
