import type { Finding } from "../tool.ts";
import type { Delivery, LedgerEvent, OpenOrder } from "./account.ts";
import type { Books, Sum } from "./books.ts";

/** The ledger's sums of an order, by country and rate. */
export type Standing = ReadonlyMap<string, Sum>;

/** Adds up what the ledger has of each order. */
export function standings(events: readonly LedgerEvent[]): ReadonlyMap<string, Standing> {
  const byOrder = Map.groupBy(events, ({ transaction_id }) => transaction_id ?? "");
  return new Map([...byOrder].map(([order, of]) => [order, standingOf(of)]));
}

const keyOf = (country: string, rate: number, currency: string) => `${country} ${rate} ${currency}`;

function standingOf(events: readonly LedgerEvent[]): Standing {
  const sums = new Map<string, Sum>();
  for (const event of events) {
    const { consumption_country, vat_rate_bps, currency, event_type } = event;
    const sign = event_type === "sale" || event_type === "adjustment" ? 1 : -1;
    add(sums, keyOf(consumption_country, vat_rate_bps, currency), {
      net: sign * event.taxable_amount_minor,
      vat: sign * event.vat_amount_minor,
    });
  }
  return new Map([...sums].filter(([, { net, vat }]) => net !== 0 || vat !== 0));
}

export function add(sums: Map<string, Sum>, key: string, { net, vat }: Sum): void {
  const { net: n, vat: v } = sums.get(key) ?? { net: 0, vat: 0 };
  sums.set(key, { net: n + net, vat: v + vat });
}

/** The amounts of an order in the shop's books, by country and rate. */
export const wantedOf = ({ byRate, country, currency, verdict }: Books): Standing =>
  verdict.is === "nothing"
    ? new Map()
    : new Map(
        [...byRate].flatMap(([rate, sum]) =>
          sum.net !== 0 || sum.vat !== 0 ? [[keyOf(country, rate, currency), sum] as const] : [],
        ),
      );

const total = (standing: Standing): Sum =>
  [...standing.values()].reduce(
    (all, { net, vat }) => ({ net: all.net + net, vat: all.vat + vat }),
    {
      net: 0,
      vat: 0,
    },
  );

/** Returns the reason why what is booked is not what the shop has; undefined if it is. */
function differenceOf(books: Books, standing: Standing): string | undefined {
  const wanted = wantedOf(books);
  const [want, have] = [total(wanted), total(standing)];
  const gross = have.net + have.vat - want.net - want.vat;
  if (gross !== 0) return `${gross} cents with VAT: ${written(standing)}, not ${written(wanted)}`;
  if (Math.abs(have.vat - want.vat) > books.ties)
    return `VAT ${written(standing)}, not ${written(wanted)}`;
  const keys = [...new Set([...wanted.keys(), ...standing.keys()])];
  const odd = keys.some((key) => {
    const [a, b] = [wanted.get(key), standing.get(key)].map((sum) => sum ?? { net: 0, vat: 0 });
    const [net, vat] = [(a?.net ?? 0) - (b?.net ?? 0), (a?.vat ?? 0) - (b?.vat ?? 0)];
    return Math.abs(net) > books.slack || Math.abs(vat) > 1 + books.ties;
  });
  return odd ? `${written(standing)}, not ${written(wanted)}` : undefined;
}

const written = (standing: Standing): string =>
  standing.size === 0
    ? "nothing"
    : [...standing].map(([key, { net, vat }]) => `${key} ${net}+${vat}`).join(", ");

/** The ledger and the findings of an account, for the orders of a run. */
export type Account = {
  readonly standings: ReadonlyMap<string, Standing>;
  readonly open: readonly OpenOrder[];
  readonly deliveries: readonly Delivery[];
};

const finding = (rule: string, where: string, text: string): Finding => ({ rule, where, text });

/** Compares each order with the books of the shop. */
export function findingsOf(
  books: readonly Books[],
  { standings, open }: Account,
  labels: ReadonlyMap<string, string>,
): readonly Finding[] {
  return books.flatMap((one) => {
    const where = `order ${one.id} (${labels.get(one.id) ?? "as made"}) to ${one.country}`;
    const found = open.find(({ order_id }) => order_id === one.id);
    const reasons = found?.findings.map(({ reason }) => reason).join(", ");
    const { verdict } = one;
    if (verdict.is === "open") {
      return found ? [] : [finding("not open", where, `${verdict.why}, and is not an open order`)];
    }
    if (found) return [finding("open", where, `open without need: ${reasons}`)];
    const difference = differenceOf(one, standings.get(one.id) ?? new Map());
    return difference ? [finding("difference", where, difference)] : [];
  });
}

/** Returns messages that were rejected. */
export const rejections = (deliveries: readonly Delivery[]): readonly Finding[] =>
  deliveries
    .filter(({ outcome }) => outcome === "rejected")
    .map(({ order_id, topic, findings }) =>
      finding(
        "rejected",
        `${topic} of order ${order_id}`,
        findings.map(({ message }) => message).join(" "),
      ),
    );
