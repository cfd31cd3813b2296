import type { CatchUp } from "./account.ts";
import type { Books, Sum } from "./books.ts";
import { type Account, add, type Standing, wantedOf } from "./compare.ts";
import type { Lived } from "./live.ts";

const say = (line: string) => console.error(`  ${line}`);

const counted = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name, of]) => `${of.length} ${name}`)
    .join(", ") || "none";

/** Prints how many orders were made, of which kinds, and what was done to them. */
export function sayOrders(books: readonly Books[], { labels }: Lived): void {
  const names = [...labels.values()].map((label) => label.split(", "));
  say(`orders: ${books.length}: ${counted(names.map(([kind = ""]) => kind))}`);
  say(`changes: ${counted(names.flatMap(([, change]) => change ?? []))}`);
}

/** Prints the messages that came, and what became of them. */
export function sayMessages({ deliveries }: Account): void {
  const times = deliveries.reduce((sum, one) => sum + one.times, 0);
  say(`messages: ${times}, of them different: ${deliveries.length}`);
  say(`by topic: ${counted(deliveries.map(({ topic }) => topic))}`);
  say(`became: ${counted(deliveries.map(({ outcome }) => String(outcome)))}`);
}

export function sayCatchUp(name: string, catchUp: CatchUp): void {
  const { orders, changed, taken_back, not_booked, state, message } = catchUp;
  say(
    `${name}: ${state}${message ? ` (${message})` : ""}, ${orders} orders, ${changed} changed, ${taken_back} taken back, ${not_booked} not booked`,
  );
}

/** Prints the verdicts of the shop's books, and the open orders with their reasons. */
export function sayVerdicts(books: readonly Books[], { open }: Account): void {
  say(`books: ${counted(books.map(({ verdict }) => `${verdict.is} ${verdict.why}`.trim()))}`);
  const own = open.filter(({ order_id }) => books.some(({ id }) => id === order_id));
  const reasons = own.map(({ findings }) =>
    findings
      .filter(({ outcome }) => outcome === "unresolved" || outcome === "rejected")
      .map(({ reason }) => reason)
      .join("+"),
  );
  say(`open orders: ${own.length}: ${counted(reasons)}`);
}

/** Prints the sums of the booked orders by country and rate, and the difference of the ledger to the shop. */
export function saySums(books: readonly Books[], { standings }: Account): void {
  const [shop, ledger] = [new Map<string, Sum>(), new Map<string, Sum>()];
  const all = (into: Map<string, Sum>, standing: Standing) => {
    for (const [key, sum] of standing) add(into, key, sum);
  };
  for (const one of books.filter(({ verdict }) => verdict.is === "booked")) {
    all(shop, wantedOf(one));
    all(ledger, standings.get(one.id) ?? new Map());
  }
  say("country, rate, currency: net and VAT of the ledger, difference to the shop, in cents");
  for (const key of [...new Set([...shop.keys(), ...ledger.keys()])].toSorted()) {
    const [have, want] = [ledger, shop].map((sums) => sums.get(key) ?? { net: 0, vat: 0 }) as [
      Sum,
      Sum,
    ];
    say(`${key}: ${have.net} ${have.vat}, ${have.net - want.net} ${have.vat - want.vat}`);
  }
  const [have, want] = [ledger, shop].map((sums) => [...sums.values()]) as [Sum[], Sum[]];
  const vat = (sums: readonly Sum[]) => sums.reduce((sum, one) => sum + one.vat, 0);
  const net = (sums: readonly Sum[]) => sums.reduce((sum, one) => sum + one.net, 0);
  say(`difference of all: net ${net(have) - net(want)}, VAT ${vat(have) - vat(want)}`);
}
