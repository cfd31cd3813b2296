import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { registrationsIn } from "../../ledger/settings/store-settings.ts";
import { changeMarkUpdate } from "../../ledger/sums/store-sums.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { dynamo, getTogether, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { writeTogether } from "../../platform/dynamodb/sharded-counter.ts";
import { versionOf } from "../../platform/table/item.ts";
import { type Key, registrationsKey } from "../../platform/table/keys.ts";
import {
  OPENING_MARKER_ITEM,
  OPENING_STATE_ITEM,
  openingKey,
  openingMarkKey,
  openingStateKey,
  openingsBetween,
} from "../../platform/table/periods.ts";
import { SCHEMES, schemeNamed } from "../../vat/schemes/schemes.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { openingMarkOf } from "../locks/locked-period.ts";
import { Opening } from "./schema.ts";

/**
 * Number of writes of openings and of locks of a scheme. Each depends on the other, so each conditions its transaction
 * on the counter of the other.
 */
export const OpeningState = z.object({
  openings_written: z.int().default(0),
  locks_written: z.int().default(0),
});
export type OpeningState = Readonly<z.output<typeof OpeningState>>;

export async function loadOpeningState(ledger: LedgerId, scheme: string): Promise<OpeningState> {
  const { Item = {} } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: openingStateKey(ledger, scheme),
      ConsistentRead: true,
    }),
  );
  return OpeningState.parse(Item);
}

/**
 * Returns a reader of events that reads in the same call what tells where they are declared: registrations, and of each
 * scheme the item that its first lock or opening writes. Reads nothing without a key.
 */
export const readingDeclarers = (ledger: LedgerId) => (keys: readonly Key[]) =>
  getTogether(keys.length > 0 ? [...keys, ...declarersOf(ledger)] : []);

const declarersOf = (ledger: LedgerId): Key[] => [
  registrationsKey(ledger),
  ...SCHEMES.map(({ id }) => openingStateKey(ledger, id)),
];

/** Registrations and schemes that decide where events are declared; markers of periods are read after them. */
export type Declarers = {
  readonly registrations: readonly Registration[];
  /** The schemes with locks or openings; undefined if that was not read. */
  readonly declaring?: ReadonlySet<string>;
};

/** Parses what `readingDeclarers` has read beside events. */
export const declarersIn = (
  ledger: LedgerId,
  found: (key: Key) => object | undefined,
): Declarers => ({
  registrations: registrationsIn(found(registrationsKey(ledger))).items,
  declaring: new Set(
    SCHEMES.map(({ id }) => id).filter((id) => found(openingStateKey(ledger, id))),
  ),
});

type Counter = keyof OpeningState;

/**
 * Returns the update that increments `counter`, on condition that the counters in `held` are unchanged. A counter of
 * zero has no attribute.
 */
function counted(
  ledger: LedgerId,
  scheme: string,
  counter: Counter,
  held: readonly Counter[],
  seen: OpeningState,
) {
  const had = held.filter((name) => seen[name] > 0);
  return {
    TableName: tableName(),
    Key: openingStateKey(ledger, scheme),
    UpdateExpression: `SET schema_version = :version ADD ${counter} :one`,
    ConditionExpression: held
      .map((name) => (seen[name] > 0 ? `${name} = :${name}` : `attribute_not_exists(${name})`))
      .join(" AND "),
    ExpressionAttributeValues: {
      ":version": OPENING_STATE_ITEM.version,
      ":one": 1,
      ...Object.fromEntries(had.map((name) => [`:${name}`, seen[name]])),
    },
  };
}

/** Returns the part of an opening's transaction that prevents a concurrent lock or opening. */
const openingAlongLocks = (ledger: LedgerId, scheme: string, seen: OpeningState) => ({
  Update: counted(ledger, scheme, "openings_written", ["openings_written", "locks_written"], seen),
});

/** Returns the part of a lock's transaction that prevents an opening between the return and the lock. */
export const lockAlongOpenings = (ledger: LedgerId, scheme: string, seen: OpeningState) => ({
  Update: counted(ledger, scheme, "locks_written", ["openings_written"], seen),
});

/** Reads the openings of a scheme from one period to another, both included, with withdrawn ones. */
export async function loadOpenings(
  ledger: LedgerId,
  scheme: string,
  from: string,
  to: string = from,
): Promise<Opening[]> {
  const query = { ...openingsBetween(ledger, scheme, from, to), ConsistentRead: true };
  return z.array(Opening).parse(await queryAll(query));
}

/**
 * Stores an opening with its marker, and marks the `moved` partitions as changed, completely or not at all.
 * @throws TransactionCanceledException if another opening or a lock of the scheme was written since `seen`.
 */
export async function saveOpening(
  ledger: LedgerId,
  opening: Opening,
  seen: OpeningState,
  moved: readonly string[] = [],
): Promise<void> {
  const partition = returnPartition(schemeNamed(opening.scheme_type), opening.period_key);
  const item = {
    TableName: tableName(),
    Item: { ...openingKey(ledger, opening), ...opening },
  };
  const marker = {
    TableName: tableName(),
    Item: {
      ...openingMarkKey(ledger, partition, opening.registration_id),
      ...versionOf(OPENING_MARKER_ITEM),
      ...openingMarkOf(opening),
    },
  };
  await writeTogether((spreadKey) => [
    { Put: item },
    { Put: marker },
    openingAlongLocks(ledger, opening.scheme_type, seen),
    ...moved.map((mark) => ({ Update: changeMarkUpdate(ledger, mark, spreadKey) })),
  ]);
}
