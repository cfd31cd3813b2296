import { expect, it } from "vitest";
import { type IsoDate, plusDays, quarterOn } from "../../../shared/core/calendar/dates.ts";
import type { Reconciliation } from "../../../shared/returns/reconciliation/schema.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { commit, newSeller } from "../../stack/seller.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

const today = await todayWithTimeLeft();
const running = quarterOn(today);
const last = quarterOn(plusDays(running.firstDay, -1));
const before = quarterOn(plusDays(last.firstDay, -1));

const PATH = "/v1/reports/reconciliation/union-oss";

const reconciled = async ({ readOnly }: Account): Promise<Reconciliation> =>
  (await call<Reconciliation>(readOnly, "GET", PATH)).body;

const sale = (event_id: string, supply_date: IsoDate) =>
  makeSale({ event_id, supply_date, dispatch_country: "SE", consumption_country: "DE" });

const lock = async ({ full }: Account, period: string) => {
  const path = `/v1/reports/locked-return-periods/union-oss?period=${period}`;
  const { status, text } = await call(full, "POST", path);
  expect(status, text).toBe(201);
};

const vatOf = ({ items }: Reconciliation) =>
  items.map((item) => ({
    period: item.period_key,
    declared: item.declared.vat_minor,
    corrected: item.corrected.vat_minor,
    to_declare: item.to_declare.vat_minor,
    in_returns: item.in_returns,
    ledger: item.ledger.vat_minor,
    difference: item.difference.vat_minor,
  }));

it("follows a quarter from its lock to what later returns declare of it", async () => {
  const seller = await newSeller("SE");
  expect(await reconciled(seller)).toMatchObject({
    items: [],
    locked_periods: [],
    open_periods: [],
  });
  await commit(seller, [sale("first", before.firstDay)]);
  const { vat_amount_minor: vat } = sale("any", before.firstDay);
  await lock(seller, before.key);
  const line = { period: before.key, declared: vat, corrected: 0, difference: 0 };
  const unchanged = { ...line, to_declare: 0, in_returns: [], ledger: vat };
  expect(vatOf(await reconciled(seller))).toEqual([unchanged]);

  // A late sale, and a refund of the next quarter: both are for that quarter's return.
  await commit(seller, [sale("late", before.lastDay)]);
  const refunded = { taxable_amount_minor: 1_000, vat_amount_minor: 190 };
  const refund = { event_id: "back", original_event_id: "first", supply_date: last.firstDay };
  await commit(seller, [makeRefund({ ...refund, ...refunded })]);
  const open = { ...line, to_declare: vat - 190, in_returns: [last.key], ledger: 2 * vat - 190 };
  const seen = await reconciled(seller);
  expect(vatOf(seen)).toEqual([open]);
  expect(seen).toMatchObject({
    locked_periods: [before.key],
    open_periods: [last.key, running.key],
    late_changes: [{ declared_in: last.key, original_period: before.key, vat_amount_minor: vat }],
    recount_pending: null,
  });

  await lock(seller, last.key);
  const declared = {
    ...line,
    corrected: vat - 190,
    to_declare: 0,
    in_returns: [],
    ledger: 2 * vat - 190,
  };
  expect(vatOf(await reconciled(seller))).toEqual([declared]);

  const { text } = await call(seller.readOnly, "GET", `${PATH}?format=xlsx`);
  const [[name, sheet]] = JSON.parse(text);
  expect(name).toBe("Reconciliation");
  expect(sheet.rows[1].slice(0, 3)).toEqual([before.key, "DE", "EUR"]);
});

it("is refused for a scheme that there is not, and for a format", async () => {
  const { full } = await newSeller("SE");
  const answers = await Promise.all(
    ["/v1/reports/reconciliation/oss", `${PATH}?format=csv`].map((path) => call(full, "GET", path)),
  );
  expect(answers.map(({ status, body }) => [status, body["error"]])).toEqual([
    [404, "not_found"],
    [400, "invalid_request"],
  ]);
});
