import { expect, it } from "vitest";
import type * as z from "zod";
import { firstDayOfYear, type IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { ThresholdStatus } from "../../../../shared/vat/threshold/schema.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed, type Refusal } from "../../../stack/seller.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

const STATUS = "/v1/compliance/threshold-status";
const CHECK = "/v1/vat/threshold-check";
type Status = z.output<typeof ThresholdStatus>;

async function statusOf({ readOnly }: Account): Promise<Status> {
  const { status, body } = await call<Status>(readOnly, "GET", STATUS);
  expect(status).toBe(200);
  return body;
}

const today = await todayWithTimeLeft();

it("is empty for an account without sales", async () => {
  const status = await statusOf(await newAccount());
  expect(status).toMatchObject({
    period: { from: firstDayOfYear(today), to: today },
    eur_only: false,
    converted_currencies: [],
    unconverted_currencies: [],
  });
  expect(status.checks).toMatchObject([
    { threshold_type: "oss", current_minor: 0, remaining_minor: 1_000_000, crossed_on: null },
  ]);
});

it("adds up this year's sales to today, keeps last year's apart, and is the check's default", async () => {
  const lastYear = `${Number(today.slice(0, 4)) - 1}-12-31` as IsoDate;
  const account = await newAccount();
  await committed(account, [
    makeSale({ event_id: "now", supply_date: today, taxable_amount_minor: 900_000 }),
    makeSale({ event_id: "then", supply_date: lastYear, taxable_amount_minor: 1_000_001 }),
  ]);
  const status = await statusOf(account);
  expect(status.checks).toMatchObject([
    {
      current_minor: 900_000,
      percentage_used: 90,
      exceeded: false,
      warning: true,
      previous_year: {
        year: Number(lastYear.slice(0, 4)),
        current_minor: 1_000_001,
        exceeded: true,
      },
      destination_taxation_applies: true,
    },
  ]);
  const check = await call(account.full, "POST", CHECK, { threshold_type: "oss" });
  const { recount_pending, ...checked } = check.body;
  expect(status.checks).toEqual([checked]);
});

it("takes no parameters and needs a key", async () => {
  const { readOnly } = await newAccount();
  const wrong = await call<Refusal>(readOnly, "GET", `${STATUS}?year=2025`);
  expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_request"]);
  expect((await call(undefined, "GET", STATUS)).status).toBe(401);
});
