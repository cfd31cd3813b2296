import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { OssThresholdCheck } from "../../../../shared/vat/threshold/schema.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { calculated } from "../../../stack/calculations.ts";
import { committed } from "../../../stack/seller.ts";

type Check = z.output<typeof OssThresholdCheck>;

const nothing = (year: number) => ({ year, amount_minor: 0, currency: "EUR" });

async function established(seat: string, more: object = {}): Promise<Account> {
  const account = await newAccount("decision");
  const profile = {
    establishment_country: seat,
    entered_turnover: [nothing(2023), nothing(2024)],
    ...more,
  };
  expect((await call(account.full, "PUT", "/v1/account", profile)).status).toBe(200);
  return account;
}

const sold = (dispatch_country: string, taxable_amount_minor: number, more: object = {}) =>
  makeSale({
    dispatch_country: dispatch_country as never,
    taxable_amount_minor,
    supply_date: "2025-03-03" as IsoDate,
    ...more,
  });

const checkOf = async (account: Account): Promise<Check> => {
  const body = { threshold_type: "oss", from: "2025-01-01", to: "2025-08-01" };
  return (await call<Check>(account.readOnly, "POST", "/v1/vat/threshold-check", body)).body;
};

const toFrance = (account: Account, dispatch_country: string) =>
  calculated(account, {
    country: "FR",
    gross_amount_minor: 100,
    price_includes_vat: false,
    supply: { supply_kind: "goods", dispatch_country },
  });

describe("goods from a foreign stock into the seller's own state (Art. 59c(1)(b))", () => {
  it("use up nothing of the limit: a later sale abroad is still taxed at home", async () => {
    const swedish = await established("SE");
    await committed(swedish, sold("PL", 2_000_000, { consumption_country: "SE" }));
    expect(await checkOf(swedish)).toMatchObject({
      current_minor: 0,
      exceeded: false,
      destination_taxation_applies: false,
      decision: { current_minor: 0 },
    });
    expect(await toFrance(swedish, "SE")).toMatchObject({
      treatment: "origin_below_threshold",
      taxed_in: "SE",
    });
  });
});

describe("the limit in the currency of the seat (Art. 59c(5))", () => {
  it("T09: SEK 105,000 are EUR 9,414 at the day's rates, and above SEK 99,680", async () => {
    const swedish = await established("SE");
    await committed(swedish, sold("SE", 10_500_000, { currency: "SEK" }));
    const check = await checkOf(swedish);
    expect(check).toMatchObject({
      currency: "EUR",
      threshold_minor: 1_000_000,
      exceeded: false,
      destination_taxation_applies: true,
      decision: {
        currency: "SEK",
        threshold_minor: 9_968_000,
        current_minor: 10_500_000,
        previous_year_minor: 0,
        unreviewed_minor: 0,
        exceeded: true,
        certain: true,
        reasons: [{ code: "exceeded_this_year", message: expect.stringContaining("SEK 99,680") }],
      },
    });
    expect(check.current_minor).toBeLessThan(1_000_000);
    expect(await toFrance(swedish, "SE")).toMatchObject({
      treatment: "union_oss",
      taxed_in: "FR",
      treatment_reason: expect.stringContaining("SEK 99,680"),
    });
  });

  it("T10: HUF 3,500,000 are EUR 8,677 at the day's rates, and above HUF 3,139,600", async () => {
    const hungarian = await established("HU");
    await committed(hungarian, sold("HU", 350_000_000, { currency: "HUF" }));
    expect(await checkOf(hungarian)).toMatchObject({
      exceeded: false,
      destination_taxation_applies: true,
      decision: { currency: "HUF", threshold_minor: 313_960_000, current_minor: 350_000_000 },
    });
    expect(await toFrance(hungarian, "HU")).toMatchObject({ treatment: "union_oss" });
  });

  it("converts sales in euro at the rate of their day, and those below stay at home", async () => {
    const swedish = await established("SE");
    await committed(swedish, sold("SE", 800_000));
    const { decision, destination_taxation_applies } = await checkOf(swedish);
    expect(decision).toMatchObject({ currency: "SEK", certain: true, reasons: [] });
    expect(decision.current_minor / 800_000).toBeGreaterThan(10);
    expect(destination_taxation_applies).toBe(false);
    expect(await toFrance(swedish, "SE")).toMatchObject({ treatment: "origin_below_threshold" });
  });
});

describe("relief that is not certain", () => {
  const codesOf = ({ decision }: Check) => decision.reasons.map(({ code }) => code);

  it("debatable 5: with nothing known of the year before, until its turnover is entered", async () => {
    const account = await established("DE", { entered_turnover: [] });
    const unknown = await checkOf(account);
    expect(unknown).toMatchObject({
      destination_taxation_applies: false,
      decision: { certain: false },
    });
    expect(codesOf(unknown)).toEqual(["previous_year_unknown"]);
    expect(await toFrance(account, "DE")).toMatchObject({
      treatment: "union_oss",
      treatment_reason: expect.stringContaining("not known"),
    });
    await call(account.full, "PUT", "/v1/account", {
      establishment_country: "DE",
      entered_turnover: [{ year: 2024, amount_minor: 900_000, currency: "EUR" }],
    });
    expect(await checkOf(account)).toMatchObject({
      previous_year: { current_minor: 0 },
      decision: { certain: true, previous_year_minor: 900_000, reasons: [] },
    });
    expect(await toFrance(account, "DE")).toMatchObject({ treatment: "origin_below_threshold" });
  });

  it("debatable 5: with EUR 20,000 under review, until somebody has looked", async () => {
    const account = await established("DE");
    const open = { classification_status: "needs_review", event_id: "open" };
    await committed(account, [
      sold("DE", 2_000_000, { ...open, consumption_country: "FR" }),
      sold("DE", 100, { consumption_country: "FR", event_id: "plain" }),
    ]);
    const doubtful = await checkOf(account);
    expect(doubtful).toMatchObject({
      current_minor: 100,
      decision: { current_minor: 100, unreviewed_minor: 2_000_000, certain: false },
    });
    expect(codesOf(doubtful)).toEqual(["unreviewed_turnover"]);
    expect(await toFrance(account, "DE")).toMatchObject({ treatment: "union_oss" });
    await call(account.full, "POST", "/v1/supply-events/open/classification", {
      classification_status: "excluded",
      note: "a test order",
    });
    expect(await checkOf(account)).toMatchObject({
      decision: { unreviewed_minor: 0, certain: true, reasons: [] },
    });
    expect(await toFrance(account, "DE")).toMatchObject({ treatment: "origin_below_threshold" });
  });
});

// Art. 59c(1)(a), (3): what the name of the field promises, for sellers who cannot have the relief.
describe("debatable 3: destination taxation applies from the first cent", () => {
  it.for([
    ["established outside the Union", "US", [], "established_outside_union"],
    ["established in two Member States", "DE", ["PL"], "established_in_several_states"],
  ] as const)("%s", async ([, seat, fixed, code]) => {
    const account = await established(seat, {
      fixed_establishments: fixed.map((country) => ({ country })),
    });
    await committed(account, sold("DE", 10_000, { consumption_country: "FR" }));
    expect(await checkOf(account)).toMatchObject({
      destination_taxation_applies: true,
      decision: { certain: true, reasons: [{ code }] },
    });
    expect(await toFrance(account, "DE")).toMatchObject({ treatment: "union_oss", taxed_in: "FR" });
  });

  it("registered for the Union scheme: an option", async () => {
    const account = await established("DE");
    await call(account.full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: "2025-01-01",
      status: "active",
    });
    expect(await checkOf(account)).toMatchObject({
      destination_taxation_applies: true,
      decision: { certain: true, reasons: [{ code: "opted_for_destination" }] },
    });
    expect(await toFrance(account, "DE")).toMatchObject({ treatment: "union_oss", taxed_in: "FR" });
  });
});

it("hints at a registration that is not where the seat is (Art. 369a)", async () => {
  const account = await established("SE");
  const { body } = await call<{ id: number }>(account.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "EE",
    effective_from: "2025-01-01",
    status: "active",
  });
  const overview = await call(account.readOnly, "GET", "/v1/compliance/overview");
  expect(overview.body["hints"]).toMatchObject([
    { code: "registration_elsewhere", registration_id: body.id },
  ]);
});
