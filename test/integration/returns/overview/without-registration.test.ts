import { expect, it } from "vitest";
import type { FilingPrep } from "../../../../shared/returns/overview/schema.ts";
import { makeService } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
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
