import { expect } from "vitest";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, type Answer, call, newAccount } from "../../../stack/api.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { commit, locked, sale } from "../../returns/locks/locking.ts";

export const Q3 = "2025-Q3";

/** A business in the Union scheme of `state` under `vat_number`, with an establishment in Italy. */
export async function filer(state: string, vat_number: string): Promise<Account> {
  const account = await newAccount("filer");
  const registered = await call(account.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: state,
    vat_registration_number: vat_number,
    effective_from: "2021-07-01",
    status: "active",
  });
  expect(registered.status, registered.text).toBe(201);
  const profile = await call(account.full, "PUT", "/v1/account", {
    establishment_country: state,
    fixed_establishments: [{ country: "IT", vat_number: "IT12345678901" }],
  });
  expect(profile.status, profile.text).toBe(200);
  await settleRecount(account.account);
  return account;
}

const evidence = (country: string) => ({
  location_evidence: [
    { kind: "billing_address", country },
    { kind: "ip_address", country },
  ],
});

const { dispatch_country, ...NOWHERE } = makeSale();

/** A service to Greece at 24 %. */
const toGreece = (event_id: string, base: number, establishment_country: string) => ({
  ...NOWHERE,
  ...evidence("EL"),
  event_id,
  supply_kind: "tbe_services" as const,
  establishment_country,
  consumption_country: "EL",
  taxable_amount_minor: base,
  vat_amount_minor: (base * 24) / 100,
  vat_rate_bps: 2_400,
});

/** Goods to France. */
const toFrance = (event_id: string, from: string, base: number, vat: number, bps = 2_000) =>
  sale({
    event_id,
    dispatch_country: from,
    consumption_country: "FR",
    taxable_amount_minor: base,
    vat_amount_minor: vat,
    vat_rate_bps: bps,
    rate_category: bps === 2_000 ? "standard" : "reduced",
  });

/** Every event behind F1: five sales of its quarter, and a refund of one of the quarter before. */
const eventsOfF1 = (home: string, warehouse: string): readonly object[] => [
  { ...toGreece("before", 10_000, home), supply_date: "2025-05-05" },
  toGreece("from-home", 20_000, home),
  toFrance("goods", home, 15_000, 3_000),
  toFrance("books", home, 2_000, 110, 550),
  toGreece("from-italy", 5_000, "IT"),
  toFrance("from-warehouse", warehouse, 10_000, 2_000),
  {
    ...NOWHERE,
    event_id: "back",
    event_type: "refund",
    original_event_id: "before",
    supply_kind: "tbe_services",
    consumption_country: "EL",
    taxable_amount_minor: 4_167,
    vat_amount_minor: 1_000,
    vat_rate_bps: 2_400,
  },
];

/** The business whose return of the quarter is F1, locked; half of its goods leave `warehouse`. */
export async function filerOfF1(
  state: string,
  vat_number: string,
  warehouse = "PL",
): Promise<Account> {
  const account = await filer(state, vat_number);
  await commit(account, ...eventsOfF1(state, warehouse));
  await locked(account, "2025-Q2");
  await locked(account, Q3);
  return account;
}

export const filesOf = (period = Q3): string => `/v1/returns/union-oss/${period}/files`;

type Refused = {
  readonly error: string;
  readonly details?: readonly { readonly field: string; readonly rule?: string }[];
};

/** The answer to a request for a file, with a key that may only read. */
export const askFile = (
  { readOnly }: Account,
  body: object,
  period = Q3,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Refused>> => call<Refused>(readOnly, "POST", filesOf(period), body, headers);

/** The text of a file that must be made. */
export async function fileOf(...asked: Parameters<typeof askFile>): Promise<string> {
  const { status, text } = await askFile(...asked);
  expect(status, text).toBe(200);
  return text;
}
