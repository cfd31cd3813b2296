import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import type { Finding } from "../tool.ts";
import type { Placed, ShopOrder } from "./orders.ts";

type Sum = { readonly net: number; readonly vat: number };

/** An order with what has become of it. */
export type Book = Placed & {
  readonly label: string;
  /** The order as the shop has it now. */
  readonly now: ShopOrder;
  /** Amounts with VAT that were paid back beside what the shop has cancelled, by rate in percent. */
  readonly paidBack: ReadonlyMap<number, number>;
};

/** Returns what the ledger must have of an order, by rate in basis points: the shop's sums less what was paid back. */
function wantedOf({ now, paidBack }: Book): Map<number, Sum> {
  const wanted = new Map<number, Sum>();
  for (const { taxRate, taxBase, taxTotal } of now.taxSummary) {
    add(wanted, Math.round(taxRate * 100), { net: taxBase, vat: taxTotal });
  }
  for (const [percent, gross] of paidBack) {
    const rate = Math.round(percent * 100);
    const { net, vat } = wanted.get(rate) ?? { net: 0, vat: 0 };
    const left = net + vat - gross;
    const leftVat = net + vat === 0 ? 0 : Math.round((vat * left) / (net + vat));
    wanted.set(rate, { net: left - leftVat, vat: leftVat });
  }
  return new Map([...wanted].filter(([, { net, vat }]) => net !== 0 || vat !== 0));
}

function add<Key>(sums: Map<Key, Sum>, key: Key, { net, vat }: Sum): void {
  const before = sums.get(key) ?? { net: 0, vat: 0 };
  sums.set(key, { net: before.net + net, vat: before.vat + vat });
}

/** The code of a country in returns. */
const stateOf = ({ country }: Placed["plan"]): string => (country === "GR" ? "EL" : country);

const written = (sums: ReadonlyMap<unknown, Sum>): string =>
  [...sums]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([key, { net, vat }]) => `${key}: ${net} + ${vat}`)
    .join(", ");

const keyed = (sums: ReadonlyMap<number, Sum>, country: string): Map<string, Sum> =>
  new Map([...sums].map(([rate, sum]) => [`${country} ${rate}`, sum]));

function bookedOf(events: readonly SupplyEvent[]): Map<string, Sum> {
  const booked = new Map<string, Sum>();
  for (const event of events) {
    const sign = event.event_type === "sale" ? 1 : -1;
    add(booked, `${event.consumption_country} ${event.vat_rate_bps}`, {
      net: sign * event.taxable_amount_minor,
      vat: sign * event.vat_amount_minor,
    });
  }
  return new Map([...booked].filter(([, { net, vat }]) => net !== 0 || vat !== 0));
}

/** Compares the ledger with the shop, order by order and to the cent, and prints both sums by country and rate. */
export function compared(books: readonly Book[], events: readonly SupplyEvent[]): Finding[] {
  const ofOrder = Map.groupBy(events, ({ event_id }) => event_id.split("-")[0] ?? "");
  const all = new Map<string, Sum>();
  const findings = books.flatMap((book): Finding[] => {
    const wanted = keyed(wantedOf(book), stateOf(book.plan));
    for (const [key, sum] of wanted) add(all, key, sum);
    const booked = bookedOf(ofOrder.get(book.order.code) ?? []);
    if (written(wanted) === written(booked)) return [];
    const where = `${book.order.code} (${book.label})`;
    const text = `shop ${written(wanted)}; ledger ${written(booked)}`;
    return [{ rule: "difference", where, text }];
  });
  const known = new Set(books.map(({ order }) => order.code));
  const strangers = [...ofOrder.keys()].filter((code) => !known.has(code));
  const ledger = bookedOf(events);
  const same = written(all) === written(ledger);
  console.error(
    `  ${books.length} orders, ${events.length} events, ${all.size} pairs of country and rate: shop ${totalOf(all)}, ledger ${totalOf(ledger)}${same ? ", alike in each" : ""}`,
  );
  return [
    ...findings,
    ...strangers.map((where) => ({ rule: "no order", where, text: "is no order of the shop" })),
  ];
}

function totalOf(sums: ReadonlyMap<unknown, Sum>): string {
  const parts = [...sums.values()];
  const sum = (read: (one: Sum) => number) =>
    (parts.reduce((total, one) => total + read(one), 0) / 100).toFixed(2);
  return `EUR ${sum(({ net }) => net)} + ${sum(({ vat }) => vat)} VAT`;
}
