import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import type { Words } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import { signOf } from "./event-sums.ts";

type Fact = readonly [name: string, text: string];

type Ordered = Pick<SupplyEvent, "event_id" | "order_name" | "transaction_id">;

/**
 * Returns the order of an event: its name in the shop, and else what its caller or a person has entered as the order. The
 * ids of imported events have it in them.
 */
export const orderOf = ({ event_id, order_name, transaction_id }: Ordered): string | null =>
  order_name ?? (transaction_id && event_id.includes(transaction_id) ? null : transaction_id);

/** Returns what is known of an event, by name; what is not known is left out. */
export function eventFacts(event: SupplyEvent, words: Words): Fact[] {
  const { say, format } = words;
  const amount = (minor: number) => format.amount(signOf(event) * minor, event.currency);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [say("event.order"), orderOf(event)],
    [say("event.type"), say.code(event.event_type)],
    [
      say("event.kind"),
      say.known(`supply.${event.supply_kind}`) ?? say.code(`option.${event.supply_kind}`),
    ],
    [say("event.day"), format.day(event.supply_date)],
    [say("standing.taxable"), amount(event.taxable_amount_minor)],
    [say("event.vat"), amount(event.vat_amount_minor)],
    [say("column.rate"), rateOf(event, words)],
    [say("column.country"), event.consumption_country && format.country(event.consumption_country)],
    [say("column.origin"), originOf(event, words)],
    [say("event.customer"), event.customer_type && say.code(`customer.${event.customer_type}`)],
    [
      say("event.treatment"),
      say.known(`treatment.${event.treatment}`) ?? say.code(event.treatment),
    ],
    [say("event.evidence"), evidenceOf(event, words)],
    [say("imports.source"), event.source_id],
    [say.code("point.invoice"), invoiceOf(event, words)],
    [say("due.state"), say.code(event.classification_status)],
    [say("webhooks.description"), event.description],
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

function rateOf(event: SupplyEvent, { say, format }: Words): string | undefined {
  const { vat_rate_bps: rate, rate_category: category } = event;
  if (rate === null) return undefined;
  // A rate of zero needs no name.
  return [format.rate(rate), category && say.known(category)].filter(Boolean).join(", ");
}

function originOf(event: SupplyEvent, { format }: Words): string | null {
  const from = event.dispatch_country ?? event.origin_country ?? event.establishment_country;
  return from && format.country(from);
}

const evidenceOf = ({ location_evidence }: SupplyEvent, { say, format }: Words): string =>
  (location_evidence ?? [])
    .map(({ kind, country }) => `${evidenceName(kind, say)}: ${format.country(country)}`)
    .join(", ");

/** Callers name the kinds of evidence as they like; the usual names are translated. */
const evidenceName = (kind: string, say: Say): string =>
  say.known(`evidence.${kind}`) ?? kind.replaceAll("_", " ");

function invoiceOf(event: SupplyEvent, { format }: Words): string | undefined {
  const { invoice_number: number, invoice_date: day } = event;
  return [number, day && format.day(day)].filter(Boolean).join(", ") || undefined;
}
