import { canonicalText } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { ledgerOfKey } from "../../platform/table/keys.ts";
import { openingMarkKey } from "../../platform/table/periods.ts";
import { openingMarkOf } from "../../returns/locks/locked-period.ts";
import { Opening } from "../../returns/openings/schema.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import {
  type ItemState,
  isAtTime,
  isSameInstant,
  type JournalRecord,
  plainItem,
} from "./journal-record.ts";
import { type Authors, authorFaults } from "./settings-history.ts";

/**
 * Finds changes of an opening that the service never makes. A recorded opening may only be withdrawn, which changes
 * nothing else; after that, the return may be recorded anew.
 * @param at the second in which the table recorded the change
 */
export function openingChangeFaults(
  before: ItemState | undefined,
  after: ItemState,
  at: string,
): string[] {
  if (!before || before["withdrawn_at"] !== undefined) {
    const recorded = String(after["recorded_at"]);
    return isAtTime(recorded, at) ? [] : [`the opening was recorded then, and says ${recorded}`];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const altered = names.filter(
    (name) =>
      name !== "withdrawn_at" &&
      canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null),
  );
  const withdrawn = String(after["withdrawn_at"]);
  return [
    ...altered.sort().map((name) => `${name} of the opening was changed`),
    ...(after["withdrawn_at"] === undefined || isAtTime(withdrawn, at)
      ? []
      : [`the opening was withdrawn then, and says ${withdrawn}`]),
  ];
}

type OpeningWrite = { readonly name: string; readonly at: string };

/**
 * Writes of openings, of their counters and of their markers. The service writes the three in one transaction. They are
 * compared after the whole journal was read, because the journal may contain them in any order.
 */
export type OpeningHistory = {
  /** Writes of openings, and instants at which the counter went up, by stream, account and scheme. */
  readonly written: Map<string, OpeningWrite[]>;
  readonly counted: Map<string, string[]>;
  /** The content of each marker: as its opening requires, and as it is. */
  readonly due: Map<string, string>;
  readonly markers: Map<string, string>;
  readonly authors: Map<string, string>;
};

export const newOpeningHistory = (): OpeningHistory => ({
  written: new Map(),
  counted: new Map(),
  due: new Map(),
  markers: new Map(),
  authors: new Map(),
});

/** Adds a change, if it is of an opening, of the counters of openings, or of a marker of an opening. */
export function withOpening(into: OpeningHistory, change: JournalRecord, stream: string): void {
  const { pk, sk, at, old, new: now } = change;
  const [kind, account = ""] = pk.split("#");
  if (!now) return;
  const after = plainItem(now);
  if (kind === "MARKS" && sk.includes("|opening|")) {
    const { pk: _, sk: __, schema_version, ...marker } = after;
    into.markers.set(`${pk} ${sk}`, canonicalText(marker));
  }
  if (kind !== "OPENINGS") return;
  const [item, scheme = ""] = sk.split("#");
  const group = `${stream} ${account} ${scheme}`;
  if (item === "OPENING") noteOpening(into, ledgerOfKey(change), group, change, after);
  else {
    const more = countOf(after) - countOf(old ? plainItem(old) : {});
    const instants = Array.from({ length: Math.max(0, more) }, () => at);
    into.counted.set(group, [...(into.counted.get(group) ?? []), ...instants]);
  }
}

const countOf = (state: ItemState): number => Number(state["openings_written"] ?? 0);

function noteOpening(
  into: OpeningHistory,
  ledger: LedgerId,
  group: string,
  { pk, sk, at }: JournalRecord,
  after: ItemState,
): void {
  const name = `${pk} ${sk}`;
  into.written.set(group, [...(into.written.get(group) ?? []), { name, at }]);
  const read = Opening.safeParse(after);
  if (!read.success) return;
  const { scheme_type, period_key, registration_id, recorded_by } = read.data;
  const partition = returnPartition(schemeNamed(scheme_type), period_key);
  const marker = openingMarkKey(ledger, partition, registration_id);
  into.due.set(`${marker.pk} ${marker.sk}`, canonicalText(openingMarkOf(read.data)));
  into.authors.set(name, recorded_by);
}

/** Finds openings without a count, counts without an opening, markers that differ, and authors that do not exist. */
export function openingHistoryFaults(history: OpeningHistory, known: Authors): string[] {
  const { written, counted, due, markers, authors } = history;
  const groups = new Set([...written.keys(), ...counted.keys()]);
  const marked = new Set([...due.keys(), ...markers.keys()]);
  return [
    ...[...groups].flatMap((group) =>
      uncounted(group, written.get(group) ?? [], counted.get(group) ?? []),
    ),
    ...[...marked]
      .filter((name) => due.get(name) !== markers.get(name))
      .map((name) => `${name}: the mark is not that of its opening`),
    ...[...authors].flatMap(([name, author]) => authorFaults(known, `${name}:`, author)),
  ];
}

/** Matches each write of an opening with a count of the same instant. */
function uncounted(
  group: string,
  writes: readonly OpeningWrite[],
  counts: readonly string[],
): string[] {
  const left = [...counts];
  const unmatched = writes.filter(({ at }) => {
    const found = left.findIndex((instant) => isSameInstant(instant, at));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  const [, account, scheme] = group.split(" ");
  return [
    ...unmatched.map(
      ({ name, at }) => `${name}, ${at}: the opening was written, and its count did not go up`,
    ),
    ...left.map((at) => `openings of ${scheme} of ${account}: the count went up at ${at} for none`),
  ];
}
