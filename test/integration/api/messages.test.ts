import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../shared/api/route.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";

const SALES = "/v1/supply-events";
const CALCULATE = "/v1/vat/calculate";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const EXPORT = "/v1/returns/union-oss/2025-Q3/export";

const SUM = {
  country: "DE",
  currency: "EUR",
  tax_class_id: "standard",
  gross_amount_minor: 11_900,
  price_includes_vat: true,
};
const supply = (fields: object) => ({ ...SUM, supply: { supply_kind: "goods", ...fields } });
const sale = JSON.stringify(makeSale());

type Case = [what: string, request: [Route["method"], string, unknown?], message: string];

/** Requests that developers send when they guess, with the words from which the next request is right. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  "a body": [
    ["a trailing comma", ["POST", SALES, '{\n  "a": 1,\n}'], "line 3, column 1: remove the comma"],
    ["apostrophes", ["POST", SALES, "{'a': 1}"], 'line 1, column 2: write texts in "…"'],
    ["a byte order mark", ["POST", SALES, `\uFEFF${sale}`], "remove the byte order mark"],
    ["half a text", ["POST", SALES, sale.slice(0, -1)], "ends before its closing }"],
    ["nothing", ["POST", SALES], "the request needs a body: a JSON object"],
    ["nothing but a line break", ["POST", SALES, "\n"], "the request needs a body: a JSON object"],
    ["nothing, of a commit", ["POST", "/v1/transactions/vtx_1/commit"], "needs a body"],
  ],
  "the place of a parameter": [
    [
      "query in the body",
      ["POST", LOCKS, { period: "2025-Q3" }],
      "period: required; period: send it in the query: ?period=…",
    ],
    [
      "body in the query",
      ["POST", `${SALES}?currency=EUR`, makeSale()],
      "currency (sale-1): send it in the body",
    ],
    [
      "unknown",
      ["GET", `${SALES}?form=2025-01-01`],
      "form: unknown parameter: the query takes period, source_id,",
    ],
    [
      "unknown where there is none",
      ["GET", "/v1/account?expand=x"],
      "expand: unknown parameter: the query of this path takes none",
    ],
    [
      "period twice",
      ["GET", "/v1/reports/oss-quarterly-summary?period=2025-Q3&period=2025-Q4"],
      "period: is sent more than once: send it once",
    ],
  ],
  "a name that is nearly right": [
    [
      "camel case",
      ["POST", SALES, { ...makeSale(), supplyDate: 1, supply_date: undefined }],
      "supplyDate (sale-1): unknown field: do you mean supply_date?",
    ],
    [
      "net",
      ["POST", CALCULATE, { ...SUM, gross_amount_minor: undefined, net_amount_minor: 1 }],
      "net_amount_minor: unknown field: do you mean gross_amount_minor or shipping_amount_minor?",
    ],
    [
      "an amount as a text",
      ["POST", SALES, makeSale({ vat_amount_minor: "1900" as never })],
      "must be a whole number of minor units, without quotation marks",
    ],
  ],
  "what is missing": [
    [
      "the sale of a refund",
      ["POST", SALES, makeSale({ event_type: "refund", currency: undefined as never })],
      "currency (sale-1): required, or name its sale in original_event_id",
    ],
    ["a name", ["POST", "/v1/api-keys", { scope: "full" }], "name: required"],
    ["a view", ["GET", `${EXPORT}?format=csv`], "view: required: summary or breakdown"],
    ["a format", ["GET", `${EXPORT}?view=summary`], "format: required: csv or json"],
    [
      "a workbook",
      ["GET", `${EXPORT}?view=summary&format=xlsx`],
      "/v1/returns/{scheme}/{period}/working-paper",
    ],
    [
      "a kind of supply",
      ["POST", CALCULATE, supply({ supply_kind: undefined })],
      "supply.supply_kind: required: ",
    ],
    [
      "a turnover",
      ["POST", "/v1/vat/sme-eligibility", { country: "DE", currency: "EUR" }],
      "annual_turnover_nac: required",
    ],
  ],
  "a code": [
    ["fr", ["POST", CALCULATE, { ...SUM, country: "fr" }], "country: must be in capitals: FR"],
    [
      "UK",
      ["POST", CALCULATE, { ...SUM, country: "UK" }],
      "country: the United Kingdom is GB, and Northern Ireland XI",
    ],
    ["eur", ["POST", CALCULATE, { ...SUM, currency: "eur" }], "currency: must be in capitals: EUR"],
    [
      "EURO",
      ["POST", CALCULATE, { ...SUM, currency: "EURO" }],
      "currency: must be an ISO 4217 currency code",
    ],
    [
      "se",
      ["POST", SALES, makeSale({ dispatch_country: "se" as never })],
      "dispatch_country (sale-1): must be in capitals: SE",
    ],
    [
      "GB",
      ["POST", SALES, makeSale({ dispatch_country: "GB" as never })],
      "only Northern Ireland is treated as one: XI",
    ],
    ["de of rates", ["GET", "/v1/tax-classes?country=de"], "country: must be in capitals: DE"],
    [
      "uk of transactions",
      ["GET", "/v1/transactions?country=uk"],
      "country: the United Kingdom is GB",
    ],
    [
      "uk of the SME check",
      [
        "POST",
        "/v1/vat/sme-eligibility",
        { country: "uk", currency: "EUR", annual_turnover_nac: 1 },
      ],
      "the United Kingdom is GB",
    ],
  ],
};

let key: string;
beforeAll(async () => {
  key = (await newAccount("messages")).full;
});

describe.for(Object.entries(CASES))("a message says what to do about %s", ([, cases]) => {
  test.for(cases)("%s", async ([, request, message]) => {
    const answer = await call(key, ...request);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body["message"]).toContain(message);
  });
});

test("a VAT number that is not understood is named in the answer of a calculation", async () => {
  const supply = { supply_kind: "goods", dispatch_country: "SE", customer_type: "b2b" };
  const answer = await call(key, "POST", CALCULATE, {
    ...SUM,
    supply: { ...supply, customer_vat_number: "12345" },
  });
  expect(answer.body).toMatchObject({
    vat_amount_minor: 1_900,
    supply: { customer_type: "b2b", treated_as: "b2c" },
    treatment_reason: expect.stringMatching(
      /the customer's VAT number .* so the customer is treated as a consumer/,
    ),
  });
});
