import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { checkTurnover } from "../../../../shared/vat/threshold/check.ts";
import {
  type EventChanges,
  makeRefund,
  makeSale,
  type SentEvent,
} from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed, type Refusal, reclassify } from "../../../stack/seller.ts";

type OssCheck = ReturnType<typeof checkTurnover>;

const CHECK = "/v1/vat/threshold-check";
const OF_2025 = { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" };

async function checked(account: Account, body: object = OF_2025): Promise<OssCheck> {
  const answer = await call<OssCheck>(account.readOnly, "POST", CHECK, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const goods = (supply_date: string, taxable_amount_minor: number, more: EventChanges = {}) =>
  makeSale({
    event_id: `goods-${supply_date}`,
    supply_date: supply_date as IsoDate,
    taxable_amount_minor,
    ...more,
  });

const imported = (): SentEvent => {
  const { dispatch_country, ...sale } = makeSale({
    event_id: "imported",
    supply_kind: "imported_goods",
    origin_country: "CN",
    consignment: { intrinsic_value_minor: 9_000, currency: "EUR", excise_goods: false },
  });
  return sale;
};

const otherService = (): SentEvent => {
  const { dispatch_country, ...sale } = makeSale({
    event_id: "service",
    supply_kind: "other_services",
    establishment_country: "SE",
  });
  return sale;
};

describe("a check of turnover", () => {
  it("finds the supply that crosses, though the one before came to the limit", async () => {
    const account = await newAccount();
    await committed(account, [
      goods("2025-05-02", 1_000_000),
      goods("2025-05-03", 1, { consumption_country: "FR" }),
    ]);
    expect(await checked(account)).toMatchObject({
      current_minor: 1_000_001,
      remaining_minor: 0,
      percentage_used: 100,
      exceeded: true,
      warning: false,
      crossed_on: "2025-05-03",
      countries: [
        { member_state_of_consumption: "DE", amount_minor: 1_000_000 },
        { member_state_of_consumption: "FR", amount_minor: 1 },
      ],
      destination_taxation_applies: true,
    });
    const before = await checked(account, { ...OF_2025, to: "2025-05-02" });
    expect(before).toMatchObject({
      current_minor: 1_000_000,
      exceeded: false,
      warning: true,
      crossed_on: null,
    });
  });

  it("counts neither imports, other services, businesses nor refunds, nor what is under review", async () => {
    const account = await newAccount();
    const { dispatch_country, ...nowhere } = makeSale({ event_id: "nowhere" });
    const sale = makeSale({ taxable_amount_minor: 700_000 });
    await committed(account, [
      sale,
      imported(),
      otherService(),
      makeSale({ event_id: "business", customer_type: "b2b" }),
      makeSale({ event_id: "held", classification_status: "needs_review" }),
      makeSale({ event_id: "marketplace", supplier_role: "deemed_supplier" }),
      nowhere,
      makeRefund({ taxable_amount_minor: 600_000 }),
    ]);
    expect(await checked(account)).toMatchObject({ current_minor: 700_000 });
  });

  it("follows a reclassification, and forgets the currency of what no longer counts", async () => {
    const account = await newAccount();
    await committed(account, goods("2025-03-14", 10_889, { currency: "USD" }));
    expect(await checked(account)).toMatchObject({
      current_minor: 10_000,
      converted_currencies: ["USD"],
    });
    await reclassify(account, "goods-2025-03-14", "excluded");
    expect(await checked(account)).toMatchObject({
      current_minor: 0,
      converted_currencies: [],
      countries: [],
    });
  });

  it("converts each day at its own rate, a Sunday at Friday's, and rounds the sum once", async () => {
    const account = await newAccount();
    await committed(account, [
      // EUR 9,000.00 at 1.0889, EUR 1,000.00 at 11.0225, and a yen, which is six tenths of a cent.
      goods("2025-03-16", 980_010, { currency: "USD" }),
      goods("2025-03-17", 1_102_250, { currency: "SEK" }),
      goods("2025-03-19", 1, { currency: "JPY" }),
    ]);
    expect(await checked(account)).toMatchObject({
      current_minor: 1_000_001,
      crossed_on: "2025-03-19",
      eur_only: false,
      converted_currencies: ["JPY", "SEK", "USD"],
      unconverted_currencies: [],
    });
  });

  it("leaves out what the ECB quotes no rate for, and says so", async () => {
    const account = await newAccount();
    await committed(account, [
      goods("2022-03-01", 1_172_010, { currency: "RUB" }),
      goods("2022-03-02", 9_000_000, { currency: "RUB" }),
      goods("2022-12-30", 75_365, { currency: "HRK" }),
      goods("2023-01-01", 75_345, { currency: "HRK" }),
    ]);
    const range = { threshold_type: "oss", from: "2022-01-01", to: "2023-12-31" };
    expect(await checked(account, range)).toMatchObject({
      current_minor: 10_000 + 10_000 + 10_000,
      eur_only: true,
      converted_currencies: ["HRK", "RUB"],
      unconverted_currencies: ["RUB"],
      previous_year: { year: 2022, current_minor: 20_000, exceeded: false, eur_only: true },
    });
  });

  it("knows nothing of other accounts", async () => {
    const [seller, stranger] = [await newAccount(), await newAccount()];
    await committed(seller, makeSale({ taxable_amount_minor: 5_000_000 }));
    expect(await checked(stranger)).toMatchObject({ current_minor: 0, countries: [] });
  });
});

describe("a check of a consignment", () => {
  test.for([
    [14_999, false, true],
    [15_000, false, true],
    [15_001, true, false],
  ] as const)("%i cents: exceeded %s, warning %s", async ([amount_minor, exceeded, warning]) => {
    const account = await newAccount();
    const answer = await call(account.readOnly, "POST", CHECK, {
      threshold_type: "ioss",
      amount_minor,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ threshold_minor: 15_000, exceeded, warning });
  });
});

describe("a check that is refused", () => {
  test.for([
    [{}, ["threshold_type"]],
    [{ threshold_type: "moss" }, ["threshold_type"]],
    [{ threshold_type: null }, ["threshold_type"]],
    [{ threshold_type: "ioss" }, ["amount_minor"]],
    [{ threshold_type: "ioss", amount_minor: null }, ["amount_minor"]],
    [{ threshold_type: "ioss", amount_minor: -1 }, ["amount_minor"]],
    [{ threshold_type: "ioss", amount_minor: 149.99 }, ["amount_minor"]],
    [{ threshold_type: "ioss", amount_minor: "14999" }, ["amount_minor"]],
    [
      { threshold_type: "ioss", amount_minor: 1, from: "2025-01-01", to: "2025-12-31" },
      ["from", "to"],
    ],
    [{ threshold_type: "oss", amount_minor: 1 }, ["amount_minor"]],
    [{ threshold_type: "oss", from: "2025-13-01", to: "31.12.2025" }, ["from", "to"]],
    [{ threshold_type: "oss", from: "2025-02-29" }, ["from"]],
    [{ threshold_type: "oss", from: "2025-02-02", to: "2025-02-01" }, ["from"]],
    [{ threshold_type: "oss", from: "2010-01-01", to: "2025-02-01" }, ["from"]],
    [{ threshold_type: "oss", to: "2020-12-31" }, ["from"]],
    [
      { threshold_type: "oss", from: "2025-02-02", to: "2025-02-01", until: "x" },
      ["until", "from"],
    ],
    [[], [""]],
    [null, [""]],
  ] as const)("%j names %j", async ([body, fields]) => {
    const account = await newAccount();
    const answer = await call<Refusal>(account.readOnly, "POST", CHECK, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("invalid_request");
    expect(answer.body.details?.map(({ field }) => field)).toEqual(fields);
  });

  it("asks for a key before it looks at the body", async () => {
    const answer = await call<Refusal>(undefined, "POST", CHECK, "{");
    expect([answer.status, answer.body.error]).toEqual([401, "missing_api_key"]);
    const account = await newAccount();
    const misread = await call<Refusal>(account.full, "POST", CHECK, "{");
    expect([misread.status, misread.body.error]).toEqual([400, "invalid_json"]);
  });
});
