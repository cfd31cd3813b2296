import { expect } from "vitest";
import type * as z from "zod";
import type { OpeningAnswer } from "../../../../shared/returns/openings/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";

export type ShownOpening = z.output<typeof OpeningAnswer>;

/** A scheme with two periods, the first filed elsewhere, and what is sold in it. */
export type Case = {
  readonly slug: string;
  readonly scheme_type: string;
  /** Where the seller is established. */
  readonly seat: string;
  readonly filed: string;
  readonly next: string;
  /** A day of each of the two. */
  readonly day: string;
  readonly nextDay: string;
  readonly supply: object;
};

const { dispatch_country, event_id, supply_date, ...anything } = makeSale();
const GOODS = { ...anything, dispatch_country };

export const UNION: Case = {
  slug: "union-oss",
  scheme_type: "union_oss",
  seat: "SE",
  filed: "2025-Q1",
  next: "2025-Q2",
  day: "2025-03-20",
  nextDay: "2025-05-05",
  supply: GOODS,
};

export const CASES: readonly Case[] = [
  UNION,
  {
    ...UNION,
    slug: "non-union-oss",
    scheme_type: "non_union_oss",
    seat: "US",
    supply: { ...anything, supply_kind: "tbe_services" },
  },
  {
    slug: "ioss",
    scheme_type: "ioss",
    seat: "US",
    filed: "2025-03",
    next: "2025-04",
    day: "2025-03-20",
    nextDay: "2025-04-05",
    supply: {
      ...anything,
      supply_kind: "imported_goods",
      origin_country: "CN",
      consignment: { intrinsic_value_minor: 10_000, currency: "EUR" },
    },
  },
];

/** A new seller in that scheme of `state` since 2021. */
export async function sellerIn(one: Case, state = "SE"): Promise<Account> {
  const seller = await newAccount("openings");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: one.seat });
  await register(seller, { scheme_type: one.scheme_type, member_state_identification: state });
  return seller;
}

export async function register({ full }: Account, fields: object): Promise<void> {
  const body = { effective_from: "2021-07-01", status: "active", ...fields };
  const { status, text } = await call(full, "POST", "/v1/tax-registrations", body);
  expect(status, text).toBe(201);
}

/** EUR 1,000.00 at 19 % to Germany, whatever the scheme. */
export const totals = (changes: object = {}) => ({
  currency: "EUR",
  filed_at: "2025-04-22",
  member_states: [
    { member_state_of_consumption: "DE", taxable_amount_minor: 100_000, vat_amount_minor: 19_000 },
  ],
  ...changes,
});

export const openingPath = ({ slug, filed }: Case, period = filed): string =>
  `/v1/returns/${slug}/${period}/opening`;

export const postOpening = ({ full }: Account, path: string, body: unknown = totals()) =>
  call<ShownOpening & { error?: string; message?: string }>(full, "POST", path, body);

/** Records an opening that must be accepted. */
export async function recorded(
  seller: Account,
  path: string,
  body: unknown = totals(),
): Promise<ShownOpening> {
  const answer = await postOpening(seller, path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

export const returnOf = async ({ readOnly }: Account, { slug }: Case, period: string) => {
  const answer = await call<Return>(readOnly, "GET", `/v1/returns/${slug}/${period}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

export const lockReturn = ({ full }: Account, { slug }: Case, period: string) =>
  call(full, "POST", `/v1/reports/locked-return-periods/${slug}?period=${period}`);

/** EUR 10.00 plus 1.90 back, of a sale of the quarter or month that was filed elsewhere. */
export const refund = (one: Case, changes: object = {}) => {
  const {
    dispatch_country: _,
    consignment,
    origin_country,
    ...supply
  } = one.supply as {
    [field: string]: unknown;
  };
  return {
    ...supply,
    event_id: "back",
    event_type: "refund",
    original_period: one.filed,
    supply_date: one.nextDay,
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
    ...changes,
  };
};

export const sale = (one: Case, changes: object = {}) => ({
  ...one.supply,
  event_id: "late",
  event_type: "sale",
  supply_date: one.day,
  ...changes,
});
