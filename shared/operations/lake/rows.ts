import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { eventView } from "../../ledger/events/record.ts";
import { signedAmounts } from "../../ledger/events/refunded-total.ts";
import { recordOf } from "../../ledger/events/store-events.ts";
import { isOfSandbox } from "../journal/journal-file.ts";
import { type JournalRecord, plainItem } from "../journal/journal-record.ts";
import { isEventItem, isLockItem, isMovementItem } from "./items.ts";
import { type LakeRow, type LakeTable, rowIn } from "./tables.ts";

type PlacedRow = { readonly table: LakeTable; readonly row: LakeRow };
type Item = Readonly<Record<string, unknown>>;

const accountOf = (pk: string): string => pk.split("#")[1] ?? "";

/** Digits of the longest number in a stream. */
const DIGITS = 40;

/** Returns the version of a change. Versions of one item sort as its changes, also over several streams. */
const versionOf = ({ seq }: JournalRecord, stream: string): string =>
  `${stream}-${seq.padStart(DIGITS, "0")}`;

/** Returns the rows of a change: the item as it is after it. Trials of sandboxes are left out. */
export function rowsOfChange(record: JournalRecord, stream: string): PlacedRow[] {
  const { pk, new: image } = record;
  if (!image || isOfSandbox(pk)) return [];
  const item = plainItem(image);
  const common = {
    account_id: accountOf(pk),
    version: versionOf(record, stream),
    changed_at: record.at,
  };
  if (isEventItem(record)) return eventRows(item, common);
  if (isMovementItem(record))
    return [{ table: "movements", row: rowIn("movements", { ...item, ...common }) }];
  return isLockItem(record) ? lockRows(item, common) : [];
}

/** Returns the row of an event; the stub of one that has not arrived has none. */
function eventRows(item: Item, common: object): PlacedRow[] {
  if (item["event_type"] === undefined) return [];
  const record = recordOf(item);
  const { taxable, vat } = signedAmounts(record);
  const values = {
    ...eventView(record),
    signed_taxable_minor: taxable,
    signed_vat_minor: vat,
    undone: record.undone === true,
    // The first entry is the place in the return of the period.
    sum_partition: record.entries[0]?.partition,
    sum_key: record.entries[0]?.key,
    ...common,
  };
  return [{ table: "events", row: rowIn("events", values) }];
}

/** Returns the rows of a lock: its own, and one for each row and correction of its return. */
function lockRows(item: Item, common: object): PlacedRow[] {
  const lines = (name: string, kind: string) =>
    ((item[name] ?? []) as readonly Item[]).map((line, n) => ({
      table: "return_lines" as const,
      row: rowIn("return_lines", { ...item, ...line, ...common, line: `${kind} ${n + 1}` }),
    }));
  return [
    { table: "locks", row: rowIn("locks", { ...item, ...common }) },
    ...lines("rows", "row"),
    ...lines("corrections", "correction"),
  ];
}

/** An event whose former text is to leave the lake: rows before `version`, which are not older than `since`. */
export type TextErasure = {
  readonly account_id: string;
  readonly event_id: string;
  readonly version: string;
  readonly since: string;
};

/** Returns the erasure of a change after which an event has another free text, or none. */
export function erasureOfChange(record: JournalRecord, stream: string): TextErasure | undefined {
  const { pk, old, new: image } = record;
  if (!old || !isEventItem(record) || isOfSandbox(pk)) return undefined;
  const [before, after] = [plainItem(old), plainItem(image ?? {})];
  const isGone = FREE_TEXT_FIELDS.some(
    (field) =>
      before[field] !== undefined &&
      canonicalText(before[field]) !== canonicalText(after[field] ?? null),
  );
  if (!isGone) return undefined;
  return {
    account_id: accountOf(pk),
    event_id: String(before["event_id"]),
    version: versionOf(record, stream),
    since: String(before["committed_at"]).slice(0, 10),
  };
}

/** Returns the row without its free text. */
export const withoutText = (row: LakeRow): LakeRow => ({
  ...row,
  ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, null])),
});

export const hasText = (row: LakeRow): boolean =>
  FREE_TEXT_FIELDS.some((field) => row[field] !== null);
