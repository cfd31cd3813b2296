import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { storeEcbDays } from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed } from "../../../stack/seller.ts";

/** That of the last day of 2012-Q3, a Sunday: the next day's (Art. 369h(2) VAT Directive). No other test looks at it. */
const publish = (CZK: string) =>
  storeEcbDays([{ day: "2012-10-01" as IsoDate, rates: { CZK } }], new Date());

const post = async ({ full }: Account, path: string, body?: object) => {
  const { status, text } = await call(full, "POST", path, body);
  expect(status, text).toBe(201);
};

const register = (seller: Account, fields: object) =>
  post(seller, "/v1/tax-registrations", { scheme_type: "union_oss", status: "active", ...fields });

it("a correction takes the rates of the later registration, also when that is the tenth", async () => {
  const seller = await newAccount("tenth");
  const swedish = { member_state_identification: "SE", effective_from: "2012-01-01" };
  for (let id = 1; id <= 8; id += 1) await register(seller, { ...swedish, status: "excluded" });
  await register(seller, { ...swedish, status: "ended", effective_to: "2012-08-15" });
  await register(seller, { member_state_identification: "FR", effective_from: "2012-08-16" });
  const crowns = {
    currency: "CZK" as const,
    taxable_amount_minor: 200_000,
    vat_amount_minor: 38_000,
  };
  await committed(seller, [
    makeSale({ event_id: "sale", ...crowns, supply_date: "2012-08-20" as IsoDate }),
    makeRefund({
      event_id: "back",
      ...crowns,
      supply_date: "2012-11-15" as IsoDate,
      original_event_id: "sale",
    }),
  ]);
  const lock = "/v1/reports/locked-return-periods/union-oss?period=2012-Q3&registration_id=";
  await publish("50");
  await post(seller, `${lock}9`);
  await publish("25");
  await post(seller, `${lock}10`);

  const path = "/v1/reports/oss-quarterly-summary?period=2012-Q4";
  expect((await call<Return>(seller.readOnly, "GET", path)).body).toMatchObject({
    corrections: [{ original_period: "2012-Q3", vat_amount_minor: -1_520 }],
    exchange_rates: [
      { currency: "CZK" as const, rate: "25", date: "2012-10-01", period: "2012-Q3" },
    ],
  });
});
