import { dayOf, plusYears } from "../../core/calendar/dates.ts";
import { amountsView } from "../../core/money/money.ts";
import { isBusiness } from "../../vat/place-of-supply/place.ts";
import { maskIdentifier, normalized, vatNumberWarning } from "../../vat/seller/identifier.ts";
import { type CalculatedLine, type Calculation, total } from "./calculate.ts";
import type { Transaction } from "./transaction-schema.ts";

/** The context of the request that turns a calculation into a transaction; without an id, it is not stored. */
type TransactionContext<Id extends string | null> = {
  readonly transaction_id: Id;
  readonly created_at: string;
  readonly source_id: string | undefined;
};

export function newTransaction<Id extends string | null>(
  calculation: Calculation,
  context: TransactionContext<Id>,
): Omit<Transaction, "transaction_id" | "committed_event_id"> & {
  transaction_id: Id;
  committed_event_id: null;
} {
  const { request, day, lines } = calculation;
  const { country, currency, price_includes_vat } = request;
  return {
    transaction_id: context.transaction_id,
    created_at: context.created_at,
    transaction_date: day,
    country,
    currency,
    price_includes_vat,
    ...commonRate(lines),
    ...amountsView(total(lines)),
    ...(request.lines ? { lines: lines.map(lineView) } : {}),
    ...(context.source_id === undefined ? {} : { source_id: context.source_id }),
    ...placement(calculation),
    rates_version: calculation.rates_version,
    committed_event_id: null,
  };
}

/** Returns a calculation that is not stored. */
export const quoteOf = (calculation: Calculation, now: Date, sourceTag: string | undefined) =>
  newTransaction(calculation, {
    transaction_id: null,
    created_at: now.toISOString(),
    source_id: sourceTag,
  });

/** Returns the rate and class that all lines share; nothing if they differ. */
function commonRate([first, ...more]: readonly CalculatedLine[]) {
  const common = <T>(read: (line: CalculatedLine) => T): T | undefined =>
    first && more.every((line) => read(line) === read(first)) ? read(first) : undefined;
  const tax_class_id = common((line) => line.tax_class_id);
  const class_rate_bps = common(({ rate }) => rate.class_rate_bps);
  return {
    ...(tax_class_id === undefined ? {} : { tax_class_id }),
    vat_rate_bps: common(({ rate }) => rate.vat_rate_bps) ?? null,
    rate_category: common(({ rate }) => rate.rate_category) ?? null,
    rate_note: common(({ rate }) => rate.rate_note) ?? null,
    ...(class_rate_bps === undefined ? {} : { class_rate_bps }),
  };
}

const lineView = ({ line_id, tax_class_id, rate, price, shipping }: CalculatedLine) => ({
  ...(line_id === undefined ? {} : { line_id }),
  ...(tax_class_id === undefined ? {} : { tax_class_id }),
  ...rate,
  ...amountsView(price),
  ...(shipping ? { shipping: amountsView(shipping) } : {}),
});

function placement({ placed }: Calculation): Partial<Omit<Transaction, "transaction_id">> {
  if (!placed) return {};
  const { supply, place, finding } = placed;
  const { customer_vat_number, dispatch_country, establishment_country } = supply;
  const given = {
    region: place.state === null ? undefined : place.region?.name,
    dispatch_country,
    establishment_country,
    customer_vat_number_masked:
      customer_vat_number && maskIdentifier(normalized(customer_vat_number)),
    customer_vat_number_warning: customer_vat_number && vatNumberWarning(customer_vat_number),
    intrinsic_value_eur_minor: supply.intrinsic_value_eur_minor,
  };
  return {
    supply: {
      supply_kind: supply.supply_kind,
      member_state_of_consumption: place.state,
      customer_type: supply.customer_type,
      treated_as: isBusiness(supply, place.state !== null) ? "b2b" : "b2c",
      supplier_role: supply.supplier_role,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    },
    ...finding,
  };
}

/** Crockford's base 32 in lower case, without the ambiguous i, l, o and u. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
export const RANDOM_DIGITS = 16;

/** The format of a transaction id. */
const FORM = /^txn_[0-9a-hjkmnp-tv-z]{26}$/;

export const isTransactionId = (id: string): boolean => FORM.test(id);

/** Returns an id that sorts by its millisecond: the time, then 16 digits from as many random bytes, 80 bits. */
export function transactionId(now: Date, random: Uint8Array): string {
  let rest = now.getTime();
  let time = "";
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    time = DIGITS.charAt(rest % DIGITS.length) + time;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `txn_${time}${digits(random.subarray(0, RANDOM_DIGITS))}`;
}

/** Returns an id derived from a hash of at least 26 bytes; it has no sort order. */
export const lastingTransactionId = (hash: Uint8Array): string =>
  `txn_${digits(hash.subarray(0, TIME_DIGITS + RANDOM_DIGITS))}`;

const digits = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => DIGITS.charAt(byte % 32)).join("");

/**
 * A late sale can be declared for three years after the due day of its return (Art. 61(2) CIR 282/2011). That is less
 * than four years after the sale.
 */
const YEARS = 4;

/**
 * Returns the expiry of an uncommitted calculation, in epoch seconds. No supply came of it, so no law requires keeping
 * it (Art. 5(1)(e) GDPR).
 */
export const expiryOf = ({ created_at }: { readonly created_at: string }): number =>
  Date.parse(`${plusYears(dayOf(new Date(created_at)), YEARS)}T00:00:00Z`) / 1000;
