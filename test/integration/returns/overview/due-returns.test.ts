import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { loadRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import {
  loadDueReturns,
  loadDueWithFigures,
} from "../../../../shared/returns/overview/load-due-returns.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { register } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, locked, postFiled, refund, sale } from "../locks/locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/** A day in the fourth quarter: the six recent quarters begin with 2025-Q3. */
const TODAY = "2026-11-23" as IsoDate;

async function sellerSince(day: string): Promise<Account> {
  const seller = await newAccount("due");
  await register(seller, "SE", day);
  return seller;
}

const dueOf = async ({ account }: Account) =>
  loadDueReturns(account, (await loadRegistrations(account)).items, TODAY, []);

const overdueIn = async (seller: Account) =>
  (await dueOf(seller)).filter(({ overdue }) => overdue).map(({ period_key }) => period_key);

const patch = (seller: Account, body: object) =>
  call(seller.full, "PATCH", "/v1/tax-registrations/1", body);

/** Records that the returns of these quarters were filed with another system. */
async function filedElsewhere(seller: Account, ...periods: string[]): Promise<void> {
  for (const period of periods) {
    const path = `/v1/returns/union-oss/${period}/opening`;
    const body = { currency: "EUR", filed_at: "2026-11-20", member_states: [] };
    expect((await call(seller.full, "POST", path, body)).status).toBe(201);
  }
}

it("the findings on the events of recent returns are listed, locked or not; the board does not read those of locks", async () => {
  const seller = await sellerSince("2024-08-01");
  const wrong = { vat_rate_bps: 1600, vat_amount_minor: 1600, taxable_amount_minor: 10_000 };
  await commit(
    seller,
    sale({ ...wrong, event_id: "q2", supply_date: "2026-05-04" }),
    sale({ ...wrong, event_id: "q3", supply_date: "2026-08-03" }),
  );
  await locked(seller, "2026-Q2");
  await locked(seller, "2024-Q4");
  const found = (await dueOf(seller)).map(({ period_key, checks }) => [
    period_key,
    checks?.map(({ code, severity, count }) => [code, severity, count]) ?? null,
  ]);
  const notInForce = [["rate_not_in_force", "warning", 1]];
  expect(Object.fromEntries(found)).toMatchObject({
    "2026-Q3": notInForce,
    "2026-Q2": notInForce,
    "2026-Q1": [],
    "2024-Q4": null,
  });
  const { items } = await loadRegistrations(seller.account);
  const board = await loadDueWithFigures(seller.account, items, TODAY, [], false);
  const ofBoard = board.map(({ due: { period_key, checks } }) => [period_key, checks]);
  expect(Object.fromEntries(ofBoard)).toMatchObject({ "2026-Q2": null });
});

describe("every overdue return is listed", () => {
  it("from the registration on: twelve of an account that has filed nothing for three years", async () => {
    const seller = await sellerSince("2023-11-23");
    expect(await overdueIn(seller)).toEqual([
      "2026-Q3",
      "2026-Q2",
      "2026-Q1",
      "2025-Q4",
      "2025-Q3",
      "2025-Q2",
      "2025-Q1",
      "2024-Q4",
      "2024-Q3",
      "2024-Q2",
      "2024-Q1",
      "2023-Q4",
    ]);
  });

  it("from the beginning of the schemes on, and each month of the import scheme", async () => {
    const seller = await sellerSince("2012-01-01");
    expect((await overdueIn(seller)).at(-1)).toBe("2021-Q3");
    await call(seller.full, "POST", "/v1/tax-registrations", {
      scheme_type: "ioss",
      member_state_identification: "SE",
      effective_from: "2021-07-01",
      status: "active",
    });
    const months = (await overdueIn(seller)).filter((key) => !key.includes("Q"));
    expect([months.length, months[0], months.at(-1)]).toEqual([63, "2026-09", "2021-07"]);
  });

  it("until it is filed here or elsewhere; a lock files nothing", async () => {
    const seller = await sellerSince("2024-08-01");
    await filedElsewhere(seller, "2024-Q3");
    for (const period of ["2024-Q4", "2025-Q1"]) await locked(seller, period);
    await postFiled(seller, "2024-Q4");
    const old = (await dueOf(seller)).slice(6);
    expect(old).toMatchObject([
      {
        period_key: "2025-Q2",
        state: "open",
        overdue: true,
        filing_status: null,
        payable_vat_minor: null,
        waiting_event_count: null,
      },
      { period_key: "2025-Q1", state: "locked", overdue: true, payable_vat_minor: 0 },
      // Two years of locked returns are listed to compare with, and the change since their locks is not computed.
      {
        period_key: "2024-Q4",
        state: "filed",
        overdue: false,
        payable_vat_minor: 0,
        payable_vat_since_lock_minor: null,
      },
    ]);
  });

  itInTurn("of each spell, and of none in between", async () => {
    const seller = await sellerSince("2024-01-01");
    await patch(seller, { effective_to: "2024-06-30", status: "ended" });
    await register(seller, "SE", "2025-01-01");
    expect((await overdueIn(seller)).slice(-4)).toEqual([
      "2025-Q2",
      "2025-Q1",
      "2024-Q2",
      "2024-Q1",
    ]);
  });

  it("but not one that is locked under a registration that was entered anew", async () => {
    const seller = await sellerSince("2026-07-01");
    await locked(seller, "2026-Q3");
    await postFiled(seller, "2026-Q3");
    await patch(seller, { status: "excluded" });
    await register(seller, "SE", "2026-07-01");
    expect(await dueOf(seller)).toMatchObject([
      { period_key: "2026-Q4", state: "running" },
      { period_key: "2026-Q3", state: "filed", overdue: false, registration_id: 2 },
    ]);
  });
});

describe("the payable VAT since the lock", () => {
  const ofQuarter = async (seller: Account) =>
    (await dueOf(seller)).find(({ period_key }) => period_key === "2026-Q3");

  it("is the distance of today's return from the locked one", async () => {
    const seller = await sellerSince("2026-07-01");
    await commit(seller, sale({ event_id: "first", supply_date: "2026-08-03" }));
    expect(await ofQuarter(seller)).toMatchObject({ payable_vat_since_lock_minor: null });
    await locked(seller, "2026-Q3");
    const lockedState = { state: "locked", payable_vat_minor: 1_900 };
    expect(await ofQuarter(seller)).toMatchObject({
      ...lockedState,
      payable_vat_since_lock_minor: 0,
    });
    await commit(seller, refund("first", { event_id: "late", supply_date: "2026-09-03" }));
    expect(await ofQuarter(seller)).toMatchObject({
      ...lockedState,
      payable_vat_since_lock_minor: -190,
    });
  });
});

it("the third unpaid return in a row warns of the exclusion, until one is paid", async () => {
  const seller = await sellerSince("2026-01-01");
  for (const month of ["02", "05", "08"]) {
    const vat = { taxable_amount_minor: 100_000, vat_amount_minor: 19_000 };
    const supply_date = `2026-${month}-03`;
    await commit(seller, sale({ event_id: month, supply_date, ...vat }));
  }
  for (const period of ["2026-Q1", "2026-Q2", "2026-Q3"]) await locked(seller, period);
  const warned = async () =>
    (await dueOf(seller)).map(({ period_key, outstanding_minor, exclusion_warning }) => [
      period_key,
      outstanding_minor,
      exclusion_warning,
    ]);
  expect(await warned()).toEqual([
    ["2026-Q4", null, false],
    ["2026-Q3", 19_000, true],
    ["2026-Q2", 19_000, false],
    ["2026-Q1", 19_000, false],
  ]);
  const body = { paid_on: "2026-07-20", amount_minor: 19_000 };
  const paid = await call(seller.full, "POST", "/v1/returns/union-oss/2026-Q2/paid", body);
  expect(paid.status, paid.text).toBe(201);
  expect((await warned())[1]).toEqual(["2026-Q3", 19_000, false]);
});

it("an open return names the rates of the ECB that it lacks", async () => {
  const seller = await sellerSince("2025-07-01");
  const dirham = sale({ event_id: "dirham", supply_date: "2025-08-03", currency: "AED" });
  await commit(seller, dirham);
  const day = { publication_day: "2025-09-30", day_stored: true };
  const lacking = async () =>
    (await dueOf(seller)).filter(({ missing_rates }) => missing_rates.length > 0);
  expect(await lacking()).toMatchObject([
    {
      period_key: "2025-Q3",
      state: "open",
      missing_rates: [{ ...day, currencies: ["AED"], event_count: 1 }],
    },
  ]);
  await locked(seller, "2025-Q3");
  expect(await lacking()).toEqual([]);
});
