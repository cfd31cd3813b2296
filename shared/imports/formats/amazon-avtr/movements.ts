import { eventFields } from "../../../vat/schemes/event-fields.ts";
import type { TableRecord } from "../../files/csv-record.ts";
import type { Movement } from "../../movements/movement.ts";
import { orNone, orRejected, type ReadRow } from "../outcome.ts";
import { dayIn, minorUnitsOf } from "../parse-values.ts";
import { naturalKey } from "../row-facts.ts";
import { placeOfAddress } from "../shop-rules.ts";
import type { AvtrSettings } from "./read.ts";

/** The transaction types that are movements of own goods. */
const KINDS: Readonly<Record<string, Movement["kind"]>> = {
  FC_TRANSFER: "warehouse_transfer",
  INBOUND: "inbound",
  RETURN: "customer_return",
};

const FORMS = ["DD-MM-YYYY", "DD/MM/YYYY", "YYYY-MM-DD"] as const;

/** True if a row that makes no event reports a movement from one country to another. */
export function isMovement(row: TableRecord, { outcome }: ReadRow["outcome"]): boolean {
  if (outcome !== "excluded" || KINDS[row.cell("TRANSACTION_TYPE")] === undefined) return false;
  const { origin, destination } = countriesOf(row);
  return origin === "" || destination === "" || origin !== destination;
}

/** Returns a row with its movement; without a day that can be read it is rejected, so that none is lost. */
export function movementRow(
  row: TableRecord,
  outcome: ReadRow["outcome"],
  settings: AvtrSettings,
): ReadRow {
  const movement = orRejected(() => movementOf(row, settings));
  return "outcome" in movement
    ? { at: row.at, outcome: movement }
    : { at: row.at, outcome, day: movement.day, movement };
}

/**
 * Returns the countries of a movement. A return of a customer often has only those of its sale, which the goods travel
 * in the other direction.
 */
function countriesOf(row: TableRecord) {
  const isReturn = row.cell("TRANSACTION_TYPE") === "RETURN";
  const back = (column: string) => (isReturn ? row.cell(column) : "");
  const code = (text: string) => text.trim().toUpperCase();
  return {
    origin: code(row.cell("DEPARTURE_COUNTRY") || back("SALE_ARRIVAL_COUNTRY")),
    destination: code(row.cell("ARRIVAL_COUNTRY") || back("SALE_DEPART_COUNTRY")),
  };
}

function movementOf(row: TableRecord, { source_id }: AvtrSettings): Movement {
  const type = row.cell("TRANSACTION_TYPE");
  const column = row.cell("TRANSACTION_DEPART_DATE")
    ? "TRANSACTION_DEPART_DATE"
    : "TRANSACTION_COMPLETE_DATE";
  const day = dayIn(row.cell(column), FORMS, column);
  const { origin, destination } = countriesOf(row);
  const reference = row.cell("TRANSACTION_EVENT_ID").trim();
  const sku = row.cell("SELLER_SKU").trim();
  const quantity = eventFields.quantity.safeParse(row.cell("QTY").trim());
  const names = [
    type,
    row.cell("ACTIVITY_TRANSACTION_ID"),
    sku,
    row.cell("QTY"),
    origin,
    destination,
  ];
  return {
    id: naturalKey(source_id, reference, ...names, day),
    kind: KINDS[type] ?? "warehouse_transfer",
    day,
    origin: stateOf(origin, row.cell("DEPARTURE_POST_CODE"), day),
    destination: stateOf(destination, row.cell("ARRIVAL_POST_CODE"), day),
    sku: shortOrNull(sku),
    quantity: quantity.success ? (quantity.data ?? null) : null,
    reference: shortOrNull(reference),
    ...costOf(row),
  };
}

/** Returns the code of returns for a Member State, that of ISO for another country, and null for no code. */
function stateOf(code: string, postcode: string, day: Movement["day"]): string | null {
  const { state, isKnown } = placeOfAddress(code, postcode, day, "goods");
  return state ?? (isKnown ? code : null);
}

const LONGEST = 100;
const shortOrNull = (text: string): string | null => text.slice(0, LONGEST) || null;

/** Returns the cost that the seller has stated to Amazon. */
function costOf(row: TableRecord): Pick<Movement, "cost_minor" | "currency"> {
  const [cost, currency] = [row.cell("COST_PRICE_OF_ITEMS"), row.cell("TRANSACTION_CURRENCY_CODE")];
  const cost_minor =
    cost === "" ? undefined : orNone(() => minorUnitsOf(cost, currency, "COST_PRICE_OF_ITEMS"));
  return cost_minor === undefined ? { cost_minor: null, currency: null } : { cost_minor, currency };
}
