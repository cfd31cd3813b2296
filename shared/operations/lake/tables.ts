import type { EventField } from "../../vat/schemes/event-fields.ts";

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
  deemed_supplier: "flag",
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

/** The tables of the lake, with their columns in order. */
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
export const rowIn = (table: LakeTable, values: Readonly<Record<string, unknown>>): LakeRow =>
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
