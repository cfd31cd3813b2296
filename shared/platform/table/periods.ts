import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { ANY, ANYTHING, defineItem } from "./item.ts";
import { type Key, sumKey } from "./keys.ts";

/*
 * The keys of locked returns, of openings and of the markers of a period. Locked returns have a partition of their
 * own, so that IAM lets few functions touch it.
 */
const locksPk = (ledger: LedgerId) => `LOCKS#${ledger}`;

export const lockChainKey = (ledger: LedgerId): Key => ({ pk: locksPk(ledger), sk: "CHAIN" });

/** The identity of a locked return within an account. */
export type LockName = {
  readonly scheme_type: string;
  readonly period_key: PeriodKey;
  readonly registration_id: number;
};

export const lockKey = (ledger: LedgerId, name: LockName): Key => ({
  pk: locksPk(ledger),
  sk: `LOCK#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the locked returns of the account, of one scheme, or of one period of the scheme, each in calendar order. */
export const locksOf = (ledger: LedgerId, scheme?: string, period?: PeriodKey) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :lock)",
  ExpressionAttributeValues: {
    ":pk": locksPk(ledger),
    ":lock": ["LOCK", scheme, period, ""].filter((part) => part !== undefined).join("#"),
  },
});

const paymentsPk = (ledger: LedgerId) => `PAYMENTS#${ledger}`;

export const paymentsKey = (ledger: LedgerId, name: LockName): Key => ({
  pk: paymentsPk(ledger),
  sk: `PAYMENTS#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the payments of a scheme's returns, or of those of one period, each in calendar order. */
export const paymentsOf = (ledger: LedgerId, scheme: string, period?: PeriodKey) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :payments)",
  ExpressionAttributeValues: {
    ":pk": paymentsPk(ledger),
    ":payments": ["PAYMENTS", scheme, period, ""].filter((part) => part !== undefined).join("#"),
  },
});

const preparationsPk = (ledger: LedgerId) => `PREPARATIONS#${ledger}`;

export const preparationKey = (ledger: LedgerId, name: LockName): Key => ({
  pk: preparationsPk(ledger),
  sk: `PREPARATION#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

export const preparationsOf = (ledger: LedgerId) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": preparationsPk(ledger) },
});

const marksPk = (ledger: LedgerId) => `MARKS#${ledger}`;

export const changeMarkKey = (ledger: LedgerId, partition: string, shard: number): Key => ({
  pk: marksPk(ledger),
  sk: `${partition}|change|${shard}`,
});

export const lockMarkKey = (ledger: LedgerId, partition: string, registrationId: number): Key => ({
  pk: marksPk(ledger),
  sk: `${partition}|lock|${registrationId}`,
});

export const openingMarkKey = (
  ledger: LedgerId,
  partition: string,
  registrationId: number,
): Key => ({
  pk: marksPk(ledger),
  sk: `${partition}|opening|${registrationId}`,
});

/** Queries the markers of all partitions with the prefix `books`: a scheme's letter, or the partition of one period. */
export const marksOf = (ledger: LedgerId, books: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :books)",
  ExpressionAttributeValues: { ":pk": marksPk(ledger), ":books": books },
});

export function markOf(sk: string): { readonly partition: string; readonly kind: string } {
  const [partition = "", kind = ""] = sk.split("|");
  return { partition, kind };
}

const openingsPk = (ledger: LedgerId) => `OPENINGS#${ledger}`;

export const openingStateKey = (ledger: LedgerId, scheme: string): Key => ({
  pk: openingsPk(ledger),
  sk: `STATE#${scheme}`,
});

/** The identity of an opening within an account. */
type OpeningName = {
  readonly scheme_type: string;
  readonly period_key: PeriodKey;
  readonly registration_id: number;
};

export const openingKey = (ledger: LedgerId, name: OpeningName): Key => ({
  pk: openingsPk(ledger),
  sk: `OPENING#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the openings of a scheme from one period to another, both included. */
export const openingsBetween = (ledger: LedgerId, scheme: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": openingsPk(ledger),
    ":from": `OPENING#${scheme}#${from}#`,
    // The character after "#".
    ":to": `OPENING#${scheme}#${to}$`,
  },
});

export const sheetTicksKey = (ledger: LedgerId, name: LockName): Key => ({
  pk: `SHEETS#${ledger}`,
  sk: `TICKS#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Returns the partition of a sum's key; undefined for other items and other accounts. */
export function partitionOf(ledger: LedgerId, pk: string): string | undefined {
  const before = sumKey(ledger, "", "", 0).pk;
  return pk.startsWith(before) ? pk.slice(before.length) : undefined;
}

const ANY_PERIOD = { scheme_type: ANY, period_key: ANY, registration_id: 0 };

/** The snapshot of a locked return. Few functions may access its partition. */
export const LOCK_ITEM = defineItem({
  name: "lock",
  key: lockKey(ANY, ANY_PERIOD),
  group: "locks",
  journal: { changes: ["filed", "filing_corrections"], once: ["filed"] },
});

export const LOCK_CHAIN_ITEM = defineItem({
  ...LOCK_ITEM,
  name: "end of the chain of locks",
  key: lockChainKey(ANY),
  journal: { changes: ANYTHING, rises: ["count"] },
});

/** The number of changes to the sums of a period since it ended. */
export const CHANGE_MARKER_ITEM = defineItem({
  name: "mark of changes",
  key: changeMarkKey(ANY, ANY, 0),
  group: "marks",
  journal: { changes: ["changes"], rises: ["changes"] },
});

/** The part of a locked return that later returns need. */
export const LOCK_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of a lock",
  key: lockMarkKey(ANY, ANY, 0),
  journal: { changes: [] },
});

/** The part of an externally filed return that later returns need. */
export const OPENING_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of an opening",
  key: openingMarkKey(ANY, ANY, 0),
  journal: { changes: ANYTHING },
});

/** A return that was filed before the account used this service. */
export const OPENING_ITEM = defineItem({
  name: "opening",
  key: openingKey(ANY, ANY_PERIOD),
  group: "openings",
  journal: { changes: ANYTHING },
});

/** The counters by which locks and openings exclude each other. */
export const OPENING_STATE_ITEM = defineItem({
  ...OPENING_ITEM,
  name: "state of openings",
  key: openingStateKey(ANY, ANY),
  journal: {
    changes: ["locks_written", "openings_written"],
    rises: ["locks_written", "openings_written"],
  },
});

/** The lines of a return that a person has typed into a portal. Derived from nothing, and evidence of nothing. */
export const SHEET_TICKS_ITEM = defineItem({
  name: "ticks of an entry sheet",
  key: sheetTicksKey(ANY, ANY_PERIOD),
  group: "sheet_ticks",
  journal: false,
});

/** The marks of persons on the figures of an open return. */
export const PREPARATION_ITEM = defineItem({
  name: "preparation",
  key: preparationKey(ANY, ANY_PERIOD),
  group: "preparations",
  journal: { changes: ["content_sha256", "marks", "version", "write_id"], rises: ["version"] },
});

export const PAYMENTS_ITEM = defineItem({
  name: "payments",
  key: paymentsKey(ANY, ANY_PERIOD),
  group: "payments",
  journal: { changes: ["payments", "version"], rises: ["version"] },
});
