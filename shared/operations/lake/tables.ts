import { canonicalText } from "../../core/hash.ts";
import { publicFields } from "../../ledger/events/event-view.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { signedAmounts } from "../../ledger/events/links.ts";
import { recordOf } from "../../ledger/events/store-events.ts";
import { MOVEMENT_ITEM } from "../../platform/table/imports.ts";
import { EVENT_ITEM } from "../../platform/table/items.ts";
import type { Key } from "../../platform/table/keys.ts";
import { LOCK_ITEM } from "../../platform/table/periods.ts";
import type { EventField } from "../../vat/schemes/event-fields.ts";
import { isOfSandbox } from "../journal/journal-file.ts";
import { type JournalRecord, plainItem } from "../journal/journal-record.ts";

const beginning = (key: string): string => key.slice(0, key.indexOf("#") + 1);

const EVENTS = beginning(EVENT_ITEM.key.pk);
const MOVEMENTS = beginning(MOVEMENT_ITEM.key.pk);
const LOCKS = beginning(LOCK_ITEM.key.pk);
const LOCK = beginning(LOCK_ITEM.key.sk);

/** The beginnings of the partitions whose items are in the lake. */
export const LAKE_PREFIXES = [EVENTS, MOVEMENTS, LOCKS];

export const isEventItem = ({ pk, sk }: Key): boolean =>
  pk.startsWith(EVENTS) && sk === EVENT_ITEM.key.sk;

export const isMovementItem = ({ pk }: Key): boolean => pk.startsWith(MOVEMENTS);

/** True for a locked return; its partition also has other items of locks. */
export const isLockItem = ({ pk, sk }: Key): boolean => pk.startsWith(LOCKS) && sk.startsWith(LOCK);

/** The type of a column; `json` is a text with a JSON value. */
export type ColumnType = "text" | "integer" | "flag" | "json";

type Columns = Readonly<Record<string, ColumnType>>;

/** The first columns of every table: whose row it is, and which version of it. */
const OF_EVERY_ROW = { account_id: "text", version: "text", changed_at: "text" } as const;

/** The fields of an event as it was reported. A new field without a column does not compile. */
const REPORTED: Readonly<Record<EventField, ColumnType>> = {
  event_id: "text",
  event_type: "text",
  original_event_id: "text",
  original_period: "text",
  supply_date: "text",
  supply_kind: "text",
  customer_type: "text",
  customer_category: "text",
  consumption_country: "text",
  dispatch_country: "text",
  establishment_country: "text",
  origin_country: "text",
  currency: "text",
  taxable_amount_minor: "integer",
  vat_amount_minor: "integer",
  vat_rate_bps: "integer",
  rate_category: "text",
  supplier_role: "text",
  underlying_seller_id: "text",
  consignment: "json",
  location_evidence: "json",
  source_id: "text",
  tax_class_id: "text",
  transaction_id: "text",
  quantity: "text",
  quantity_unit: "text",
  hs_code: "text",
  vat_number_check_id: "text",
  payments: "json",
  payments_on_account: "json",
  invoice_number: "text",
  invoice_date: "text",
  description: "text",
  metadata: "json",
};

const OF_RETURN = {
  scheme_type: "text",
  period_key: "text",
  registration_id: "integer",
} as const;

export const LAKE_TABLES = {
  events: {
    ...OF_EVERY_ROW,
    ...REPORTED,
    signed_taxable_minor: "integer",
    signed_vat_minor: "integer",
    treatment: "text",
    period: "text",
    classification_status: "text",
    link_status: "text",
    exclusion_code: "text",
    undone: "flag",
    sum_partition: "text",
    sum_key: "text",
    committed_at: "text",
    erased_at: "text",
  },
  movements: {
    ...OF_EVERY_ROW,
    id: "text",
    kind: "text",
    day: "text",
    origin: "text",
    destination: "text",
    sku: "text",
    quantity: "text",
    reference: "text",
    cost_minor: "integer",
    currency: "text",
    source_id: "text",
    import_id: "text",
    recorded_at: "text",
  },
  locks: {
    ...OF_EVERY_ROW,
    ...OF_RETURN,
    lock_id: "text",
    locked_at: "text",
    member_state_identification: "text",
    return_currency: "text",
    filing_due_date: "text",
    content_sha256: "text",
    total_source_event_count: "integer",
    included_source_event_count: "integer",
    excluded_source_event_count: "integer",
    totals: "json",
  },
  return_lines: {
    ...OF_EVERY_ROW,
    ...OF_RETURN,
    line: "text",
    section: "text",
    original_period: "text",
    member_state_of_consumption: "text",
    supply_kind: "text",
    from_member_state: "text",
    rate_category: "text",
    vat_rate_bps: "integer",
    taxable_amount_minor: "integer",
    vat_amount_minor: "integer",
    event_count: "integer",
  },
} as const satisfies Readonly<Record<string, Columns>>;

export type LakeTable = keyof typeof LAKE_TABLES;

export const LAKE_TABLE_NAMES = Object.keys(LAKE_TABLES) as readonly LakeTable[];

type Cell = string | number | boolean | null;

/** A row of a table; a column that is not in it is null. */
export type LakeRow = Readonly<Record<string, Cell>> & {
  readonly account_id: string;
  readonly version: string;
};

/** Returns the row with the columns of its table alone; objects become JSON. */
const rowIn = (table: LakeTable, values: Readonly<Record<string, unknown>>): LakeRow =>
  Object.fromEntries(
    Object.entries<ColumnType>(LAKE_TABLES[table]).map(([name, type]) => [
      name,
      cellOf(values[name], type),
    ]),
  ) as LakeRow;

function cellOf(value: unknown, type: ColumnType): Cell {
  if (value === undefined || value === null) return null;
  return type === "json" ? JSON.stringify(value) : (value as Cell);
}

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
    ...publicFields(record),
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

export const withoutText = (row: LakeRow): LakeRow => ({
  ...row,
  ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, null])),
});

export const hasText = (row: LakeRow): boolean =>
  FREE_TEXT_FIELDS.some((field) => row[field] !== null);
