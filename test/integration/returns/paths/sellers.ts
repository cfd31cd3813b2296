import { expect } from "vitest";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { commit } from "../../../stack/seller.ts";

/** One period of one scheme, with a seller who has supplies of every kind in it. */
export type Case = {
  readonly slug: "union-oss" | "non-union-oss" | "ioss";
  readonly scheme_type: string;
  readonly state: string;
  /** Where the seller is established. */
  readonly seat: string;
  readonly period: string;
  /** A period of the kind that the scheme does not have. */
  readonly wrong: string;
  readonly kinds: readonly [summary: string, ...others: string[]];
  readonly events: readonly object[];
};

type Made = typeof makeSale;

/** Two rates, a currency to convert, a refund, a correction of the period before, and what is left out. */
function eventsOf(make: Made, before: string): object[] {
  const { event_id, ...sold } = make();
  const { supply_kind } = sold;
  const sale = (id: string, changes: object = {}) => ({ ...sold, event_id: id, ...changes });
  const back = (id: string, original: string, supply_date: string) => ({
    ...makeRefund({ supply_kind, event_id: id, original_event_id: original }),
    supply_date,
  });
  const french = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 };
  const reduced = { rate_category: "reduced", vat_rate_bps: 700, vat_amount_minor: 700 };
  return [
    sale("de-1"),
    sale("de-2", { taxable_amount_minor: 333, vat_amount_minor: 63 }),
    sale("de-usd", { currency: "USD" }),
    sale("de-reduced", reduced),
    sale("fr", french),
    sale("before", { supply_date: before }),
    back("de-1-back", "de-1", "2025-08-20"),
    back("before-back", "before", "2025-08-21"),
    back("of-nothing", "nobody-sold-this", "2025-08-22"),
    sale("unsure", { classification_status: "needs_review" }),
    sale("zero", { rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 }),
  ];
}

/** A service without a place of establishment of its own: the seat of the seller supplies it. */
const makeAbroad: Made = (changes) => {
  const { establishment_country, ...service } = makeService(changes);
  return service;
};

export const CASES: readonly Case[] = [
  {
    slug: "union-oss",
    scheme_type: "union_oss",
    state: "SE",
    seat: "SE",
    period: "2025-Q3",
    wrong: "2025-08",
    kinds: ["quarterly_summary", "country_breakdown", "accountant_report", "working_paper"],
    events: eventsOf(makeSale, "2025-05-01"),
  },
  {
    slug: "non-union-oss",
    scheme_type: "non_union_oss",
    state: "IE",
    seat: "US",
    period: "2025-Q3",
    wrong: "2025-08",
    kinds: ["quarterly_summary", "country_breakdown", "accountant_report", "working_paper"],
    events: eventsOf(makeAbroad, "2025-05-01"),
  },
  {
    slug: "ioss",
    scheme_type: "ioss",
    state: "NL",
    seat: "US",
    period: "2025-08",
    wrong: "2025-Q3",
    kinds: ["monthly_summary", "country_breakdown", "accountant_report", "working_paper"],
    events: eventsOf(makeImport, "2025-07-01"),
  },
];

/** A new seller of this case, registered since 2021, with its supplies. */
export async function sellerOf({ scheme_type, state, seat, events }: Case): Promise<Account> {
  const seller = await newAccount("returns");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: seat });
  await register(seller, scheme_type, state);
  const { status, body } = await commit(seller, events);
  expect(status, JSON.stringify(body)).toBe(200);
  return seller;
}

export async function register(
  { full }: Account,
  scheme_type: string,
  member_state_identification: string,
  more: object = {},
): Promise<void> {
  const { status, text } = await call(full, "POST", "/v1/tax-registrations", {
    scheme_type,
    member_state_identification,
    effective_from: "2021-07-01",
    status: "active",
    ...more,
  });
  expect(status, text).toBe(201);
}

/** The body of a successful GET with the read-only key. */
export async function got<Body = Record<string, unknown>>(
  { readOnly }: Account,
  path: string,
): Promise<Body> {
  const { status, body, text } = await call<Body>(readOnly, "GET", path);
  expect(status, text).toBe(200);
  return body;
}
