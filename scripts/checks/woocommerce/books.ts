import { linesOfShop, type Shop, type ShopLine, type ShopOrder, type ShopRefund } from "./shop.ts";

/** An order with its refunds, as the shop has them. */
type Kept = { readonly order: ShopOrder; readonly refunds: readonly ShopRefund[] };

/** An amount in cents. */
export type Sum = { readonly net: number; readonly vat: number };

/** The expected amounts of an order in the ledger, computed from the shop's books alone. */
export type Books = {
  readonly id: string;
  readonly country: string;
  readonly currency: string;
  /** Sums by rate in basis points, after refunds. */
  readonly byRate: ReadonlyMap<number, Sum>;
  /** Cents by which a net amount may differ by rate: lines of several taxes have one net amount. */
  readonly slack: number;
  /** Number of refunds whose VAT the shop does not state at the rate of the order: half a cent goes either way. */
  readonly ties: number;
  readonly verdict: Verdict;
};

/** `booked`: as `byRate`; `nothing`: rightly left out; `open`: a person has to decide. */
type Verdict = { readonly is: "booked" | "nothing" | "open"; readonly why: string };

/** Reads the orders of a run from the shop, with unrounded amounts. */
export async function keptOrders(shop: Shop, ids: readonly number[]): Promise<readonly Kept[]> {
  const some = Array.from({ length: Math.ceil(ids.length / 50) }, (_, n) =>
    ids.slice(50 * n, 50 * n + 50),
  );
  const kept: Kept[] = [];
  for (const include of some) {
    const query = `include=${include.join(",")}&status=any,trash&dp=6`;
    for (const order of await shop.all<ShopOrder & { refunds: unknown[] }>(`orders?${query}`)) {
      const refunds =
        order.refunds.length > 0
          ? await shop.all<ShopRefund>(`orders/${order.id}/refunds?dp=6`)
          : [];
      kept.push({ order, refunds });
    }
  }
  return kept;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Rounds half away from zero, past the error of binary fractions. */
export const cents = (amount: number): number =>
  Math.sign(amount) * Math.round(Math.abs(amount) * 100 + 1e-6);

/** The Member State of an address, as the ledger names it; undefined outside the Union. */
function stateOf({ shipping, billing }: ShopOrder, states: ReadonlySet<string>) {
  const { country, postcode } = shipping.country ? shipping : billing;
  if (country === "GB") return postcode.startsWith("BT") ? "XI" : undefined;
  if (country === "ES" && /^(35|38|51|52)/.test(postcode)) return undefined;
  if (country === "MC") return "FR";
  const state = country === "GR" ? "EL" : country;
  return states.has(country) ? state : undefined;
}

/** The places that the computation needs. */
type Places = {
  readonly home: string;
  /** The Member States as the shop writes them. */
  readonly states: ReadonlySet<string>;
  /** The states with a rate of zero for some goods. */
  readonly zeroRated: ReadonlySet<string>;
};

const rateOf = ({ tax_lines }: ShopOrder, id: number): number | undefined => {
  const found = tax_lines.find(({ rate_id }) => rate_id === id);
  return found && Math.round(found.rate_percent * 100);
};

type Share = { readonly rate: number | undefined; readonly net: number; readonly vat: number };

/** Shares the net amount of a line over its taxes, by what each of them and its rate make of it. */
function sharesOf(line: ShopLine, order: ShopOrder): readonly Share[] {
  const named = line.taxes.filter(({ total }) => total !== "");
  const charged = named.some(({ total }) => Number(total) !== 0)
    ? named.filter(({ total }) => Number(total) !== 0)
    : named.slice(0, 1);
  const net = Number(line.total);
  if (charged.length === 0) return net === 0 ? [] : [{ rate: 0, net, vat: 0 }];
  const parts = charged.map(({ id, total }) => {
    const rate = rateOf(order, id);
    return { rate, vat: Number(total), weight: rate ? Number(total) / rate : 0 };
  });
  const whole = sumOf(parts.map(({ weight }) => weight));
  return parts.map(({ rate, vat, weight }) => ({
    rate,
    vat,
    net: parts.length === 1 || whole === 0 ? net : (net * weight) / whole,
  }));
}

type Reckoned = Pick<Books, "byRate" | "slack" | "ties"> & { readonly isUnclear: boolean };

/** Reckons the sums of an order by rate, less those of its refunds. */
function reckoned(kept: Kept): Reckoned {
  const { order, refunds } = kept;
  const sold = linesOfShop(order).flatMap((line) => sharesOf(line, order));
  const rates = [...new Set(sold.map(({ rate }) => rate ?? 0))];
  const vat = cents(Number(order.total_tax));
  const sale = summed(sold, { net: cents(Number(order.total)) - vat, vat });
  const back = refunds.map((refund) => backOf(refund, order, rates));
  const amounts = refunds.map(({ amount }) => cents(Number(amount)));
  const isWhole = refunds.length > 0 && sumOf(amounts) >= cents(Number(order.total));
  const parts = isWhole ? [] : [sale, ...back.flatMap((sums) => sums ?? [])];
  const at = (rate: number, of: "net" | "vat") =>
    sumOf(parts.map((sums) => sums.get(rate)?.[of] ?? 0));
  return {
    byRate: new Map(rates.map((rate) => [rate, { net: at(rate, "net"), vat: at(rate, "vat") }])),
    slack: slackOf(kept, rates),
    ties: isWhole ? 0 : refunds.filter((one) => !statesVat(one, order)).length,
    isUnclear: !isWhole && back.includes(undefined),
  };
}

/** Returns the cents by which net amounts may differ by rate: a split line has one net amount for all of its taxes. */
function slackOf({ order, refunds }: Kept, rates: readonly number[]): number {
  const lines = [order, ...refunds].flatMap(linesOfShop);
  const isSplit = lines.some((line) => sharesOf(line, order).length > 1);
  const steps = rates.map((rate) => (rate ? 5_000 / rate : 0));
  return lines.length + (isSplit ? Math.ceil(Math.max(...steps)) : 0);
}

/** Sums shares by rate. What is missing to the shop's own totals, by roundings, is added to the largest sum. */
function summed(shares: readonly Share[], totals: Sum): ReadonlyMap<number, Sum> {
  const rates = [...new Set(shares.map(({ rate }) => rate ?? 0))];
  const sums = rates.map((rate) => {
    const same = shares.filter((share) => (share.rate ?? 0) === rate);
    const of = (key: "net" | "vat") => cents(sumOf(same.map((share) => share[key])));
    return { rate, net: of("net"), vat: of("vat") };
  });
  for (const key of ["net", "vat"] as const) {
    const [largest] = sums.toSorted((a, b) => Math.abs(b[key]) - Math.abs(a[key]));
    if (largest) largest[key] += totals[key] - sumOf(sums.map((sum) => sum[key]));
  }
  return new Map(sums.map(({ rate, ...sum }) => [rate, sum]));
}

/** Returns what a refund gives back, as negative sums; undefined for an amount alone of several rates. */
function backOf(
  refund: ShopRefund,
  order: ShopOrder,
  rates: readonly number[],
): ReadonlyMap<number, Sum> | undefined {
  const gross = -cents(Number(refund.amount));
  const lines = linesOfShop(refund).filter(
    ({ total, total_tax }) => Number(total) || Number(total_tax),
  );
  if (gross === 0) return new Map();
  const [rate = 0, ...others] = rates;
  if (lines.length === 0 && others.length > 0) return undefined;
  const shares = lines.length > 0 ? lines.flatMap((line) => backShares(line, order)) : [];
  const all = lines.length > 0 ? shares : [atRate(gross / 100, rate)];
  const vat = cents(sumOf(all.map((share) => share.vat)));
  return summed(all, { net: gross - vat, vat });
}

const statesVat = (refund: ShopRefund, order: ShopOrder): boolean => {
  const shares = linesOfShop(refund).flatMap((line) => sharesOf(line, order));
  return shares.length > 0 && shares.every(({ rate }) => rate !== undefined);
};

/** Splits an amount with VAT. */
function atRate(gross: number, rate: number): Share {
  const vat = cents((gross * rate) / (10_000 + rate)) / 100;
  return { rate, net: gross - vat, vat };
}

/** Shares a line of a refund by its taxes. If the order has another country since, it is at the rate of its line. */
function backShares(line: ShopLine, order: ShopOrder): readonly Share[] {
  const shares = sharesOf(line, order);
  if (shares.every(({ rate }) => rate !== undefined)) return shares;
  const named = line.meta_data.find(({ key }) => key === "_refunded_item_id")?.value;
  const own = linesOfShop(order).find(({ id }) => id === Number(named));
  const [at] = own ? sharesOf(own, order) : [];
  return [atRate(Number(line.total) + Number(line.total_tax), at?.rate ?? 0)];
}

const UNPAID = ["pending", "on-hold", "failed"];

/** Reckons what an order must have in the ledger. */
export function booksOf(kept: Kept, places: Places): Books {
  const { order } = kept;
  const state = stateOf(order, places.states);
  const { isUnclear, ...sums } = reckoned(kept);
  return {
    id: String(order.id),
    country: state ?? order.shipping.country,
    currency: order.currency,
    ...sums,
    verdict: isUnclear
      ? { is: "open", why: "an amount of several rates" }
      : verdictOf(kept, state, places),
  };
}

const nothing = (why: string): Verdict => ({ is: "nothing", why });
const open = (why: string): Verdict => ({ is: "open", why });

/** Returns the first verdict that applies to an order. */
function verdictOf(kept: Kept, state: string | undefined, places: Places): Verdict {
  const { order } = kept;
  const { status, meta_data, shipping_lines, total, total_tax, date_paid } = order;
  const isExempt = meta_data.some(({ key }) => key === "is_vat_exempt");
  const isUnpaid = UNPAID.includes(status);
  const isPickup = shipping_lines.some(({ method_id }) => method_id === "local_pickup");
  const verdicts: readonly (readonly [boolean, Verdict])[] = [
    [status === "trash", nothing("deleted")],
    [isUnpaid && !date_paid, nothing("not paid")],
    [cents(Number(total)) === 0, nothing("of nothing")],
    [isPickup, nothing("picked up")],
    [state === undefined, nothing("outside the Union")],
    [isExempt && Number(total_tax) === 0, nothing("business without VAT")],
    [state === places.home, nothing("domestic")],
    // The account is registered, so the VAT of the customer's country is due (Art. 59c(3)).
    [isOfHome(order, places.home), open("the VAT of home")],
    [isUnpaid, open("paid, and then not")],
    ...cancelled(kept),
    [!places.zeroRated.has(state ?? "") && hasUntaxed(order), open("a line without VAT")],
  ];
  return verdicts.find(([applies]) => applies)?.[1] ?? { is: "booked", why: "" };
}

function cancelled({ order, refunds }: Kept): readonly (readonly [boolean, Verdict])[] {
  const back = cents(sumOf(refunds.map(({ amount }) => Number(amount))));
  const isCancelled = order.status === "cancelled";
  return [
    [isCancelled && back >= cents(Number(order.total)), nothing("cancelled")],
    [isCancelled && back === 0, open("cancelled, and paid")],
  ];
}

const isOfHome = ({ tax_lines }: ShopOrder, home: string): boolean =>
  tax_lines.length > 0 && tax_lines.every(({ rate_code }) => rate_code.startsWith(`${home}-`));

const hasUntaxed = (order: ShopOrder): boolean =>
  linesOfShop(order).some(
    (line) => Number(line.total) !== 0 && sharesOf(line, order)[0]?.rate === 0,
  );

/** An order that the shop no longer has must have nothing in the ledger. */
export const booksOfDeleted = (id: number): Books => ({
  id: String(id),
  country: "",
  currency: "",
  byRate: new Map(),
  slack: 0,
  ties: 0,
  verdict: nothing("permanently deleted"),
});
