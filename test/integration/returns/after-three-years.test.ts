import { beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { Return, UsedRate } from "../../../shared/returns/schema.ts";
import { type EventChanges, makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { committed, newSeller, reclassify, shown, summaryOf } from "../../stack/seller.ts";

/* Art. 61(2) CIR 282/2011: a refund of 2026-Q3 of a sale of 2022-Q1, whose return was due on 2022-04-30. */

const QUARTER = "2026-Q3";
const CODE = "correction_after_three_years_excluded";

const inFrance = (event_id: string, supply_date: string, changes: EventChanges = {}) => ({
  event_id,
  supply_date: supply_date as IsoDate,
  consumption_country: "FR",
  ...changes,
});
const sale = (...facts: Parameters<typeof inFrance>) => makeSale(inFrance(...facts));
const refund = (event_id: string, day: string, changes: EventChanges = {}) =>
  makeRefund(inFrance(event_id, day, { original_event_id: "sold", ...changes }));

const got = async <Body>({ readOnly }: Account, path: string): Promise<Body> => {
  const { status, body, text } = await call<Body>(readOnly, "GET", path);
  expect(status, text).toBe(200);
  return body;
};

const lock = ({ full }: Account, period: string, query = "") =>
  call<object>(
    full,
    "POST",
    `/v1/reports/locked-return-periods/union-oss?period=${period}${query}`,
  );

const directOf = async (seller: Account) =>
  (await got<{ direct_declarations: unknown[] }>(seller, "/v1/compliance/overview?details=true"))
    .direct_declarations;

/** EUR 10.00 and its VAT back, of 2022-Q1 in France. */
const direct = {
  scheme_type: "union_oss",
  original_period: "2022-Q1",
  member_state_of_consumption: "FR",
  member_state_identification: "SE",
  return_currency: "EUR",
  taxable_amount_minor: -1_000,
  vat_amount_minor: -190,
  event_count_difference: 1,
  reason: "after_three_years",
};

describe("a refund after three years", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await newSeller("SE");
    await committed(seller, [sale("sold", "2022-02-02")]);
    expect((await lock(seller, "2022-Q1")).status).toBe(201);
    await committed(seller, [sale("now", "2026-08-02"), refund("back", "2026-08-10")]);
  });

  it("goes to the Member State of consumption, as the event says", async () => {
    expect((await shown(seller, "back")).body).toMatchObject({
      link_status: "linked",
      link_reason: "more than three years after the original return was due",
      exclusion_code: CODE,
      exclusion_status: "rightful",
      declared_in: null,
      undeclared_reason: "after_three_years",
    });
    expect(await got(seller, "/v1/supply-events/back/explanation")).toMatchObject({
      return: { period_key: QUARTER, correction: null },
      left_out_as: CODE,
    });
  });

  it("is left out of the return, which is ready and finds it by its code", async () => {
    expect(await summaryOf(seller, QUARTER)).toMatchObject({
      corrections: [],
      warnings: [{ code: CODE, count: 1 }],
      totals: { payable_vat_minor: 1_900 },
    });
    for (const path of [
      `/v1/returns/union-oss/${QUARTER}/events?warning=${CODE}`,
      `/v1/supply-events?period=${QUARTER}&warning=${CODE}`,
    ]) {
      expect(await got(seller, path), path).toMatchObject({
        items: [{ event_id: "back", exclusion_code: CODE, exclusion_status: "rightful" }],
      });
    }
    expect(await got(seller, `/v1/returns/union-oss/${QUARTER}/bridge`)).toMatchObject({
      lines: [
        { code: "recorded", count: 2 },
        { code: "other_exclusions", codes: [CODE], amounts: [{ vat_amount_minor: -190 }] },
        { code: "in_return", count: 1 },
        { code: "payable" },
      ],
    });
  });

  it("is listed once by the overview, the reconciliation and the report", async () => {
    expect(await got(seller, "/v1/compliance/overview?details=true")).toMatchObject({
      direct_declarations: [direct],
      open_question_count: 0,
    });
    expect(await got(seller, "/v1/reports/reconciliation/union-oss")).toMatchObject({
      direct_declarations: [direct],
      late_changes: [],
    });
    const report = `/v1/reports/oss-accountant-report?period=${QUARTER}`;
    const { taxable_amount_minor: _, vat_amount_minor: __, ...rest } = direct;
    expect(await got(seller, report)).toMatchObject({
      filing_context: {
        direct_declarations: [{ ...rest, taxable_amount: "-10.00", vat_amount: "-1.90" }],
      },
    });
    for (const [language, words] of [
      ["en", "declare it directly to the Member State of consumption (Art. 61(2) CIR 282/2011)"],
      ["de", "direkt im Mitgliedstaat des Verbrauchs zu erklären (Art. 61 Abs. 2 DVO 282/2011)"],
    ]) {
      const page = `${report}&format=html&language=${language}`;
      expect((await call(seller.readOnly, "GET", page)).text).toContain(words);
    }
  });

  it("stays there once its return is locked, and moves no sum of it", async () => {
    const { status, body } = await lock(seller, QUARTER, "&require_ready=true");
    expect([status, body]).toMatchObject([
      201,
      { filing_status: "ready", excluded_source_event_count: 1 },
    ]);
    expect(await directOf(seller)).toEqual([direct]);
    expect(await auditOf(seller.account)).toMatchObject({
      differences: [],
      stale_links: [],
      stale_events: [],
    });
  });
});

it("leaves the list with a decision of a person, and comes back with another", async () => {
  const seller = await newSeller("SE");
  await committed(seller, [sale("sold", "2022-02-02"), refund("back", "2026-08-10")]);
  expect(await directOf(seller)).toEqual([direct]);
  await reclassify(seller, "back", "excluded");
  expect(await directOf(seller)).toEqual([]);
  await reclassify(seller, "back", "classified");
  expect(await directOf(seller)).toEqual([direct]);
  await reclassify(seller, "sold", "needs_review");
  expect(await directOf(seller)).toEqual([]);
  expect((await summaryOf(seller, QUARTER)).warnings).toEqual([
    { code: "correction_reference_invalid_excluded", count: 1 },
  ]);
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_events: [] });
});

it("is converted at the rates that its sale was declared with, into the currency of that return", async () => {
  const seller = await newSeller("DK");
  await committed(seller, [sale("sold", "2022-02-02", { currency: "SEK" })]);
  expect((await lock(seller, "2022-Q1")).status).toBe(201);
  const { exchange_rates } = await got<Pick<Return, "exchange_rates">>(
    seller,
    "/v1/returns/union-oss/2022-Q1",
  );
  const rateOf = (currency: string) =>
    Number(exchange_rates.find((one: UsedRate) => one.currency === currency)?.rate);
  const inCrowns = (minor: number) => Math.round((minor * rateOf("DKK")) / rateOf("SEK"));
  const half = { currency: "SEK", taxable_amount_minor: 5_000, vat_amount_minor: 950 } as const;
  await committed(seller, [
    refund("first", "2026-02-10", half),
    refund("second", "2026-08-10", half),
  ]);
  // One row of both, rounded once.
  expect(await directOf(seller)).toEqual([
    {
      ...direct,
      member_state_identification: "DK",
      return_currency: "DKK",
      taxable_amount_minor: -inCrowns(10_000),
      vat_amount_minor: -inCrowns(1_900),
      event_count_difference: 2,
    },
  ]);
});

it("adds up with a late sale of the same period, and with nothing twice", async () => {
  const seller = await newSeller("SE");
  const ended = { effective_to: "2022-03-31", status: "ended" };
  const patched = await call(seller.full, "PATCH", "/v1/tax-registrations/1", ended);
  expect(patched.status, patched.text).toBe(200);
  await committed(seller, [sale("sold", "2022-02-02"), refund("back", "2026-08-10")]);
  expect((await lock(seller, "2022-Q1")).body).toMatchObject({
    totals: { payable_vat_minor: 1_900 },
    excluded_source_event_count: 1,
  });
  expect(await directOf(seller)).toEqual([direct]);
  await committed(seller, [sale("late", "2022-02-03")]);
  expect(await directOf(seller)).toEqual([
    {
      ...direct,
      taxable_amount_minor: 9_000,
      vat_amount_minor: 1_710,
      event_count_difference: 2,
    },
  ]);
  expect((await shown(seller, "back")).body).toMatchObject({
    exclusion_code: CODE,
    undeclared_reason: "after_three_years",
  });
  expect((await shown(seller, "late")).body).toMatchObject({
    exclusion_code: null,
    undeclared_reason: "former_registration",
  });
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_events: [] });
});
