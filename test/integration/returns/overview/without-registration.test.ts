import { expect, it } from "vitest";
import type { FilingPrep } from "../../../../shared/returns/overview/schema.ts";
import { makeSale, makeService } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { committed, newSeller, type Refusal } from "../../../stack/seller.ts";
import { postLock } from "../locks/locking.ts";

/** A service from the United States to France, with VAT of 20.00. */
const service = (event_id: string) =>
  makeService({
    event_id,
    supply_date: "2026-05-11" as never,
    establishment_country: undefined,
    consumption_country: "FR",
    vat_rate_bps: 2_000,
    vat_amount_minor: 2_000,
  });

// Case N19 of a tax engineer: the seller is in the Union scheme alone (Art. 358a ff.).
it("supplies of a scheme without a registration are named, and no nil return is claimed", async () => {
  const seller = await newSeller("DE", { establishment_country: "US" });
  await committed(seller, [service("one"), service("two")]);
  const waiting = [{ scheme_type: "non_union_oss", period_key: "2026-Q2", event_count: 2 }];
  const path = "/v1/reports/filing-prep?period=2026-Q2";
  const { body } = await call<FilingPrep>(seller.readOnly, "GET", path);
  expect(body.supplies_without_registration).toEqual(waiting);
  expect(body.union_oss).toMatchObject({ status: "review_required", nil_return_eligible: false });
  expect(body.union_oss.status_detail).toContain("non_union_oss 2026-Q2: 2");
  const report = await call(
    seller.readOnly,
    "GET",
    "/v1/reports/oss-accountant-report?period=2026-Q2",
  );
  expect(report.text).toContain("non_union_oss 2026-Q2: 2");
  const lock = await postLock(seller, "2026-Q2");
  expect(lock.body).toMatchObject({ filing_status: "review_required", nil_return_eligible: false });
});

it("supplies of a scheme without a registration are reported with the figures of another scheme", async () => {
  const seller = await newSeller("DE", { establishment_country: "US" });
  const sale = makeSale({ supply_date: "2026-05-12" as never, consumption_country: "FR" });
  await committed(seller, [service("one"), { ...sale, dispatch_country: "DE" }]);
  const waiting = [{ scheme_type: "non_union_oss", period_key: "2026-Q2", event_count: 1 }];
  const got = async (path: string) => (await call(seller.readOnly, "GET", path)).body;
  for (const path of [
    "/v1/reports/oss-quarterly-summary?period=2026-Q2",
    "/v1/returns/union-oss/2026-Q2",
  ]) {
    expect(await got(path), path).toMatchObject({
      included_source_event_count: 1,
      supplies_without_registration: waiting,
    });
  }
  const report = "/v1/reports/oss-accountant-report?period=2026-Q2";
  expect(await got(report)).toMatchObject({
    filing_context: { filing_state: "ready", supplies_without_registration: waiting },
  });
  const printed = await call(seller.readOnly, "GET", `${report}&format=html`);
  expect(printed.text).toContain("Supplies of schemes without a registration");
});

it("a lock that asks for a ready return names them", async () => {
  const seller = await newSeller("DE", { establishment_country: "US" });
  await committed(seller, [service("one")]);
  const { status, body } = await call<Refusal>(
    seller.full,
    "POST",
    "/v1/reports/locked-return-periods/union-oss?period=2026-Q2&require_ready=true",
  );
  expect([status, body.details?.map(({ field }) => field)]).toEqual([
    409,
    ["supplies_without_registration"],
  ]);
});

it("supplies of a scheme without a registration are in the overview", async () => {
  const seller = await newSeller("DE", { establishment_country: "US" });
  const today = new Date().toISOString().slice(0, 10) as never;
  await committed(seller, { ...service("today"), supply_date: today });
  const path = "/v1/compliance/overview?details=true";
  const { body } = await call<Record<string, unknown>>(seller.readOnly, "GET", path);
  expect(body["supplies_without_registration"]).toMatchObject([
    { scheme_type: "non_union_oss", event_count: 1 },
  ]);
});
