import { schemeOf } from "../../vat/schemes/schemes.ts";
import { isEnergy, isSale, isService } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "../events/event-record.ts";
import type { RecordsJob } from "./job.ts";

/** One point of what Art. 63c CIR 282/2011 wants of the record of a supply. */
type Point = {
  /** The field of the record that holds it. */
  readonly name: string;
  /** Its letter in paragraph 1, for the Union and the non-Union scheme; null where it asks for none. */
  readonly union: string | null;
  /** The same of paragraph 2, for the import scheme. */
  readonly imports: string | null;
  /** What of a supply event it is taken from. */
  readonly source: string;
  /** Whether the supply has such a thing at all; of every supply unless said otherwise. */
  readonly asked?: (event: EventRecord) => boolean;
  readonly isKnown: (event: EventRecord) => boolean;
};

const always = () => true;

/** What it changes is known: a sale of the ledger, or a period that was filed elsewhere. */
const isLinked = ({ link }: EventRecord) =>
  link?.status === "linked" || link?.status === "by_period";

const said = (key: string) => (event: EventRecord) => Boolean(event.metadata?.[key]);
const isOfServices = ({ supply_kind }: EventRecord) => isService(supply_kind);
const isOfGoods = (event: EventRecord) => !isOfServices(event);

/** What came back, or was never delivered: the proof of it is asked of goods alone. */
const isReturn = (event: EventRecord) =>
  isOfGoods(event) && !isSale(event) && event.event_type !== "adjustment";

/**
 * The points of Art. 63c, each with where a record takes it from. What events have no field for may be
 * given as metadata under the names that stand here; docs/records.md tells it to people.
 */
export const POINTS = [
  {
    name: "member_state_of_consumption",
    union: "a",
    imports: "a",
    source: "consumption_country; of what refers to a sale that of the sale",
    isKnown: (event) => Boolean(event.consumption_country) || isLinked(event),
  },
  {
    name: "description",
    union: "b",
    imports: "b",
    source: "description, tax_class_id",
    isKnown: ({ description, tax_class_id }) => Boolean(description ?? tax_class_id),
  },
  {
    name: "quantity",
    union: "b",
    imports: "b",
    source: "metadata.quantity",
    asked: isOfGoods,
    isKnown: said("quantity"),
  },
  { name: "supply_date", union: "c", imports: "c", source: "supply_date", isKnown: always },
  {
    name: "taxable_amount",
    union: "d",
    imports: "d",
    source: "taxable_amount_minor, currency",
    isKnown: always,
  },
  {
    name: "changes",
    union: "e",
    imports: "e",
    source: "the events that refer to a sale by original_event_id, or to a period",
    isKnown: (event) => event.link === undefined || isLinked(event),
  },
  {
    name: "vat_rate",
    union: "f",
    imports: "f",
    source: "vat_rate_bps; of what refers to a sale that of the sale",
    isKnown: (event) => event.vat_rate_bps !== undefined || isLinked(event),
  },
  {
    name: "vat_amount",
    union: "g",
    imports: "g",
    source: "vat_amount_minor, currency",
    isKnown: always,
  },
  {
    name: "payments",
    union: "h",
    imports: "h",
    source: "metadata.payment_date, metadata.payment_amount",
    isKnown: (event) => said("payment_date")(event) && said("payment_amount")(event),
  },
  {
    name: "payments_on_account",
    union: "i",
    imports: null,
    source: "metadata.payments_on_account",
    isKnown: said("payments_on_account"),
  },
  {
    name: "invoice",
    union: "j",
    imports: "i",
    source: "metadata.invoice_number, metadata.invoice_date",
    isKnown: said("invoice_number"),
  },
  {
    name: "customer_location",
    union: "k",
    imports: null,
    source: "location_evidence",
    asked: (event) => isOfServices(event) && isSale(event),
    isKnown: ({ location_evidence }) => (location_evidence ?? []).length > 0,
  },
  {
    name: "transport_from",
    union: "k",
    imports: "j",
    source: "dispatch_country; of imported goods origin_country",
    // What comes through a network is not transported.
    asked: (event) => isOfGoods(event) && isSale(event) && !isEnergy(event),
    isKnown: ({ dispatch_country, origin_country }) => Boolean(dispatch_country ?? origin_country),
  },
  {
    name: "transport_to",
    union: "k",
    imports: "j",
    source: "consumption_country; the address as metadata.delivery_address",
    asked: (event) => isOfGoods(event) && isSale(event),
    isKnown: always,
  },
  {
    name: "proof_of_return",
    union: "l",
    imports: "k",
    source: "metadata.proof_of_return; amount and rate are those of the event",
    asked: isReturn,
    isKnown: said("proof_of_return"),
  },
  {
    name: "order_number",
    union: null,
    imports: "l",
    source: "metadata.order_number, transaction_id",
    isKnown: (event) => Boolean(event.transaction_id) || said("order_number")(event),
  },
  {
    name: "consignment_number",
    union: null,
    imports: "m",
    source: "consignment.id",
    isKnown: ({ consignment }) => Boolean(consignment?.id),
  },
] as const satisfies readonly Point[];

/** Which paragraph of Art. 63c a supply is recorded by. */
export const paragraphOf = (event: EventRecord): 1 | 2 => schemeOf(event).records_paragraph;

/** The points that its paragraph asks of a supply. */
export const requestedOf = (event: EventRecord): Point[] => {
  const column = paragraphOf(event) === 1 ? "union" : "imports";
  const points: readonly Point[] = POINTS;
  return points.filter((point) => point[column] !== null && (point.asked?.(event) ?? true));
};

/** How often each point of Art. 63c was asked of these events, and how often it is not known. */
export function pointCounts(events: readonly EventRecord[]): RecordsJob["points"] {
  const counts: Record<string, { asked: number; not_known: number }> = {};
  for (const event of events) {
    for (const { name, isKnown } of requestedOf(event)) {
      const count = counts[name] ?? { asked: 0, not_known: 0 };
      counts[name] = count;
      count.asked += 1;
      if (!isKnown(event)) count.not_known += 1;
    }
  }
  return counts;
}
