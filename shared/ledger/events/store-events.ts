import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { isRetryable } from "../../platform/calls.ts";
import {
  batchGet,
  dynamo,
  getTogether,
  pages,
  queryPage,
  tableName,
} from "../../platform/dynamodb/client.ts";
import { eventIndexKey } from "../../platform/table/event-list-keys.ts";
import { versionOf } from "../../platform/table/item.ts";
import { CONSIGNMENT_ITEM, EVENT_ITEM } from "../../platform/table/items.ts";
import {
  consignmentKey,
  eventKey,
  linkedEventId,
  linkKey,
  linksOf,
  type StartKey,
} from "../../platform/table/keys.ts";
import { eventFields } from "../../vat/schemes/event-fields.ts";
import {
  CLASSIFICATIONS,
  CUSTOMER_TYPES,
  RATE_CATEGORIES,
  TREATMENTS,
} from "../../vat/schemes/supply-event.ts";
import { LINK_CHECK_CODES } from "../../vat/schemes/warnings.ts";
import { attributeOf, type Entry, sumIn } from "../sums/sum.ts";
import type { ConsignmentSum } from "./consignments.ts";
import { type EventRecord, type EventState, NO_EVENT } from "./event-record.ts";
import { openChecks, type RefundedTotal } from "./links.ts";
import { ledgerFields } from "./schema.ts";

const Link = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting") }),
  z.object({ status: z.literal("missing") }),
  z.object({ status: z.literal("by_period") }),
  z.object({ status: z.literal("invalid"), reason: z.string() }),
  z.object({
    status: z.literal("linked"),
    supply_date: IsoDate,
    from_country: z.string(),
    rate_category: z.enum(RATE_CATEGORIES),
    vat_rate_bps: z.int(),
    treatment: z.enum(TREATMENTS),
    customer_type: z.enum(CUSTOMER_TYPES).optional(),
    consumption_country: z.string().optional(),
    excluded_as: z.string().optional(),
    checks: z.array(z.enum(LINK_CHECK_CODES)).optional(),
  }),
]);

/** The stored form of an entry, with the short attribute names of its sum. */
const StoredEntry = z.object({
  b: z.string(),
  k: z.string(),
  a: z.record(z.string(), z.number()),
});

const named = (amounts: Entry["amounts"], nameOf: (name: string) => string) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [nameOf(name), amount]));

export const storedEntries = (entries: readonly Entry[]) =>
  entries.map(({ partition, key, amounts }) => ({
    b: partition,
    k: key,
    a: named(amounts, attributeOf),
  }));

const entryOf = ({ b, k, a }: z.output<typeof StoredEntry>): Entry => ({
  partition: b,
  key: k,
  amounts: named(a, sumIn),
});

const CallerFields = z.object({
  treatment: z.enum(TREATMENTS).optional(),
  classification_status: z.enum(CLASSIFICATIONS).optional(),
  establishment_country: z.string().optional(),
});

const storedFields = {
  ...eventFields,
  ...ledgerFields,
  fingerprint: z.string(),
  commit_id: z.string(),
  version: z.int(),
  propagating: z.literal(true).optional(),
  moved_at: z.iso.datetime().optional(),
  stated: CallerFields.optional(),
  undone: z.literal(true).optional(),
  entries: z.array(StoredEntry).transform((entries) => entries.map(entryOf)),
  rules_version: z.int(),
};

const { customer_type, consumption_country, vat_rate_bps, rate_category } = eventFields;

export const EventItem = z.discriminatedUnion("event_type", [
  z.object({
    ...storedFields,
    event_type: z.literal("sale"),
    customer_type: customer_type.unwrap(),
    consumption_country: consumption_country.unwrap(),
    vat_rate_bps: vat_rate_bps.unwrap(),
    rate_category: rate_category.unwrap(),
  }),
  z.object({
    ...storedFields,
    event_type: eventFields.event_type.exclude(["sale"]),
    link: Link.optional(),
  }),
]);

/** The stored refunded total of an event, at the key of the event or its stub. */
const RefundedTotalItem = z.record(
  z.string(),
  z.object({ count: z.int(), taxable_amount_minor: z.int(), vat_amount_minor: z.int() }),
);

/** Built once, because every read of an event needs them. */
const Links = z.int().min(0).default(0);
const StoredTotal = RefundedTotalItem.optional();

/** Parses a stored event as a record. An item that does not fit is a bug and fails at once. */
export const recordOf = (item: Record<string, unknown>): EventRecord => EventItem.parse(item);

/** Returns the item of an event; `check_codes` repeats the checks of the record for list filters. */
export const itemOf = (ledger: LedgerId, record: EventRecord) => ({
  ...eventKey(ledger, record.event_id),
  ...eventIndexKey(ledger, record.supply_date, record.event_id),
  ...versionOf(EVENT_ITEM),
  ...record,
  entries: storedEntries(record.entries),
  check_codes: checkCodesOf(record),
});

/** Returns the codes of the open checks, so that a number in a report agrees with the list of events. */
export const checkCodesOf = (record: EventRecord): string[] =>
  openChecks(record).map(({ code }) => code);

/** Returns the number of non-sales that refer to a stored event. */
export const linksIn = (item: Record<string, unknown>): number => Links.parse(item["links"]);

export const refundedTotalIn = (item: Record<string, unknown>): RefundedTotal =>
  StoredTotal.parse(item["taken_back"]) ?? {};

/** Returns the state at an event's key: the event, or the stub that its non-sales have left. */
function eventStateOf(item: Record<string, unknown>): EventState {
  const record = item["event_type"] === undefined ? undefined : recordOf(item);
  const counts = {
    links: linksIn(item),
    taken_back: StoredTotal.parse(item["taken_back"]),
  };
  // While an undone event is propagating, the events that refer to it must still be moved.
  const isUndone = record?.undone && !record.propagating;
  return isUndone ? { undone: record, ...counts } : { event: record, ...counts };
}

/** Reads the states of these events, strongly consistent; an unknown id has an empty state. */
export async function loadEventStates(
  ledger: LedgerId,
  ids: Iterable<EventId>,
): Promise<Map<EventId, EventState>> {
  const wanted = [...new Set(ids)];
  const found = await getTogether(wanted.map((id) => eventKey(ledger, id)));
  return new Map(wanted.map((id) => [id, eventStateIn(found(eventKey(ledger, id)))]));
}

export const eventStateIn = (found: Record<string, unknown> | undefined): EventState =>
  found ? eventStateOf(found) : NO_EVENT;

/** Reads the state of an event, strongly consistent, with what `get` reads in the same call. */
export async function loadEventState(ledger: LedgerId, eventId: EventId, get = getTogether) {
  const key = eventKey(ledger, eventId);
  const found = await get([key]);
  return { ...eventStateIn(found(key)), found };
}

/** One page of the ids of the non-sales that refer to an event. */
type LinkPage = { readonly ids: readonly EventId[]; readonly next: StartKey };

export async function loadLinks(
  ledger: LedgerId,
  originalId: EventId,
  limit: number,
  after?: StartKey,
): Promise<LinkPage> {
  const query = { ...linksOf(ledger, originalId), ConsistentRead: true, Limit: limit };
  const { items, next } = await queryPage(query, after);
  return { ids: items.map((item) => linkedEventId(String(item["sk"]))), next };
}

type Reference = { readonly event_id: EventId; readonly original_id: EventId };

/** Returns the references without a stored link at their original, read strongly consistent. */
export async function referencesWithoutLink(
  ledger: LedgerId,
  references: readonly Reference[],
): Promise<Reference[]> {
  const keyOf = ({ original_id, event_id }: Reference) => linkKey(ledger, original_id, event_id);
  const found = await batchGet(references.map(keyOf));
  const there = new Set(found.map(({ pk, sk }) => `${pk}\n${sk}`));
  return references.filter((reference) => {
    const { pk, sk } = keyOf(reference);
    return !there.has(`${pk}\n${sk}`);
  });
}

/** Yields pages of the ids of all non-sales with a link to an event, read strongly consistent. */
export async function* linkedTo(ledger: LedgerId, originalId: EventId): AsyncGenerator<EventId[]> {
  for await (const items of pages({ ...linksOf(ledger, originalId), ConsistentRead: true })) {
    yield items.map(({ sk }) => linkedEventId(String(sk)));
  }
}

/** The stored form. The sales are a list of pairs, because an event id can be any text and an attribute name cannot. */
export const ConsignmentItem = z.object({
  version: z.int(),
  members: z.array(z.object({ event_id: z.string().min(1).brand("EventId"), eur_minor: z.int() })),
  propagating: z.literal(true).optional(),
});

/** Returns the sales in a stored consignment; empty if it cannot be parsed. */
export const membersIn = (item: unknown): z.output<typeof ConsignmentItem>["members"] =>
  ConsignmentItem.safeParse(item).data?.members ?? [];

const sumOf = (item: unknown): ConsignmentSum => {
  const { members, ...sum } = ConsignmentItem.parse(item);
  return {
    ...sum,
    members: new Map(members.map(({ event_id, eur_minor }) => [event_id, eur_minor])),
  };
};

/** Reads the stored consignments among these ids, strongly consistent. */
export async function loadConsignments(
  ledger: LedgerId,
  ids: readonly string[],
): Promise<Map<string, ConsignmentSum>> {
  const idOf = new Map(ids.map((id) => [consignmentKey(ledger, id).pk, id]));
  const items = await batchGet([...idOf.values()].map((id) => consignmentKey(ledger, id)));
  return new Map(items.map((item) => [idOf.get(String(item["pk"])) as string, sumOf(item)]));
}

type States = { readonly seen: ConsignmentSum; readonly planned: ConsignmentSum };

/**
 * Returns the write of a consignment, on condition that it is unchanged since it was read. Without a change, returns
 * only the condition.
 */
export function consignmentAction(ledger: LedgerId, id: string, { seen, planned }: States) {
  const condition =
    seen.version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :seen",
          ExpressionAttributeValues: { ":seen": seen.version },
        };
  const key = consignmentKey(ledger, id);
  if (planned === seen) {
    return { ConditionCheck: { TableName: tableName(), Key: key, ...condition } };
  }
  const members = [...planned.members].map(([event_id, eur_minor]) => ({ event_id, eur_minor }));
  const { version, propagating } = planned;
  const item = { ...key, ...versionOf(CONSIGNMENT_ITEM), version, members, propagating };
  return { Put: { TableName: tableName(), Item: item, ...condition } };
}

/** Records that all sales of a consignment are up to date, unless the consignment has changed meanwhile. */
export async function markPropagated(
  ledger: LedgerId,
  id: string,
  { version }: ConsignmentSum,
): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: consignmentKey(ledger, id),
        UpdateExpression: "REMOVE propagating",
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": version },
      }),
    );
  } catch (error) {
    if (!isRetryable(error)) throw error;
  }
}
