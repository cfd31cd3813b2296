import { expect, it, test } from "vitest";
import type * as z from "zod";
import { type IsoDate, periodBefore, quarterOn } from "../../../../shared/core/calendar/dates.ts";
import { updateRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import { monitorAccount } from "../../../../shared/returns/overview/monitor-account.ts";
import type { ComplianceOverview } from "../../../../shared/returns/overview/overview.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { RATES_SEEN_TO } from "../../../../shared/vat/reference-data/vat-rates.ts";
import { atHand } from "../../../make/author.ts";
import { makeRegistration, makeRegistrations } from "../../../make/registration.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

type Overview = z.output<typeof ComplianceOverview>;

const today = await todayWithTimeLeft();
const now = new Date();

async function overviewOf(account: Account): Promise<Overview> {
  const answer = await call<Overview>(account.readOnly, "GET", "/v1/compliance/overview");
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const above = (supply_date: string = today) =>
  makeSale({ taxable_amount_minor: 1_000_001, supply_date: supply_date as IsoDate });

it("is empty for a new account", async () => {
  expect(await overviewOf(await newAccount())).toMatchObject({
    as_of: today,
    covered_for_union_oss: false,
    cleanup_required: false,
    conflicting_registration_ids: [],
    union_oss_registration: null,
    threshold: { checks: [{ current_minor: 0, exceeded: false }] },
    unread_notifications: 0,
  });
});

test.for([true, false])("above the threshold, registered: %s", async (registered) => {
  const seller = registered ? await newSeller("SE") : await newAccount();
  await committed(seller, above());
  const overview = await overviewOf(seller);
  expect(overview).toMatchObject({
    covered_for_union_oss: registered,
    threshold: { checks: [{ exceeded: true, destination_taxation_applies: true }] },
  });
  const { body } = await call(seller.readOnly, "GET", "/v1/compliance/threshold-status");
  const { recount_pending, ...status } = body;
  expect(overview.threshold).toEqual(status);
});

it("tells with details how far each return is, and how the year has grown", async () => {
  const seller = await newSeller("SE");
  await committed(seller, above());
  const quarter = quarterOn(today);
  const before = periodBefore(quarter);
  const { key, filingDueDate } = periodBefore(before);
  const opened = await call(seller.full, "POST", `/v1/returns/union-oss/${key}/opening`, {
    currency: "EUR",
    filed_at: filingDueDate,
    member_states: [],
  });
  expect(opened.status, opened.text).toBe(201);
  const path = "/v1/compliance/overview?details=true";
  const { body } = await call<Overview>(seller.readOnly, "GET", path);
  const plain = await overviewOf(seller);
  expect([plain.returns, plain.turnover_by_month]).toEqual([null, null]);
  expect(plain.rates_known_to).toBeNull();
  const [running, ended, elsewhere] = body.returns ?? [];
  expect(running).toMatchObject({
    scheme_type: "union_oss",
    period_key: quarter.key,
    state: "running",
    filing_due_date: quarter.filingDueDate,
    payable_vat_minor: 1900,
  });
  const summary = await call<Return>(
    seller.readOnly,
    "GET",
    `/v1/reports/oss-quarterly-summary?period=${quarter.key}`,
  );
  expect(running?.payable_vat_minor).toBe(summary.body.totals.payable_vat_minor);
  expect(ended).toMatchObject({
    period_key: before.key,
    state: "open",
    filing_status: "nil_return",
  });
  expect(elsewhere).toMatchObject({ period_key: key, state: "filed_elsewhere", overdue: false });
  expect(body.turnover_by_month?.at(-1)).toEqual({ to: today, current_minor: 1_000_001 });
  expect(body.rates_known_to?.vat_rates).toBe(RATES_SEEN_TO);
  // The shipped rates are there; another test may have stored later ones.
  expect((body.rates_known_to?.ecb_rates ?? "") >= "2026-10-30").toBe(true);
});

it("counts unread notifications as the list does", async () => {
  const seller = await newSeller("SE");
  await committed(seller, above());
  await monitorAccount(seller.account, now, async () => {});
  const { body } = await call<{ items: { id: string }[]; unread_count: number }>(
    seller.readOnly,
    "GET",
    "/v1/notifications",
  );
  expect(body.unread_count).toBeGreaterThan(0);
  expect((await overviewOf(seller)).unread_notifications).toBe(body.unread_count);
  for (const { id } of body.items) {
    await call(seller.full, "POST", `/v1/notifications/${id}/read`);
  }
  expect((await overviewOf(seller)).unread_notifications).toBe(0);
});

it("asks for cleaning up until the duplicate is excluded", async () => {
  const account = await newAccount();
  const twice = makeRegistrations(makeRegistration(), makeRegistration({ id: 2 }));
  await updateRegistrations(account.account, () => twice, atHand());
  expect(await overviewOf(account)).toMatchObject({
    covered_for_union_oss: false,
    cleanup_required: true,
    conflicting_registration_ids: [1, 2],
  });
  await call(account.full, "PATCH", "/v1/tax-registrations/2", { status: "excluded" });
  expect(await overviewOf(account)).toMatchObject({
    covered_for_union_oss: true,
    cleanup_required: false,
    union_oss_registration: { id: 1 },
  });
});

it("takes no parameters, and wants a key", async () => {
  const { readOnly } = await newAccount();
  expect((await call(readOnly, "GET", "/v1/compliance/overview?period=2025-Q3")).status).toBe(400);
  expect((await call(undefined, "GET", "/v1/compliance/overview")).status).toBe(401);
});
