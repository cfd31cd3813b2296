import fc from "fast-check";
import { expect, it, test } from "vitest";
import { checksOf as placedChecksOf } from "../../../shared/ledger/events/checks.ts";
import { placementOf } from "../../../shared/ledger/events/classification.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { supplyEventOf } from "../../../shared/vat/schemes/supply-event.ts";
import { NO_PROFILE, type Profile } from "../../../shared/vat/seller/profile.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";
import { BUSINESS_CHECK_CASES, CHECK_CASES, UNTAXED_SALE_CASES } from "../../make/check-cases.ts";
import { makeSale, makeService } from "../../make/supply-event.ts";

function checksOf(
  { treatment, classification_status, ...fields }: NewEvent,
  profile: Profile = NO_PROFILE,
) {
  const event = supplyEventOf(fields);
  return placedChecksOf(
    event,
    placementOf(event, profile, { treatment, classification_status }),
    BUILT_IN_RATES,
  );
}

test.for([...CHECK_CASES, ...BUSINESS_CHECK_CASES, ...UNTAXED_SALE_CASES])(
  "%s",
  ([, event, codes]) => {
    expect(checksOf(event).map(({ code }) => code)).toEqual(codes);
  },
);

it.for([
  ["US", ["ip_address"], ["location_evidence_missing"]],
  ["US", ["ip_address", "ip_address"], ["location_evidence_missing"]],
  ["US", ["ip_address", "billing_address"], []],
  ["SE", ["ip_address"], []],
] as const)("of a seller in %s, %o are evidence enough or not", ([country, kinds, codes]) => {
  const location_evidence = kinds.map((kind) => ({ kind, country: "DE" as const }));
  const service = makeService({ establishment_country: country, location_evidence });
  const profile = { establishment_country: country, fixed_establishments: [] };
  expect(checksOf(service, profile).map(({ code }) => code)).toEqual(codes);
});

it("says what it found, as a warning", () => {
  expect(checksOf(makeSale({ vat_rate_bps: 1_800 }))).toEqual([
    {
      code: "rate_not_in_force",
      severity: "warning",
      message: "1800 bps is no known rate of DE on 2025-08-01",
    },
    {
      code: "vat_differs_from_rate",
      severity: "warning",
      message: "booked VAT 1900 is not 1800 bps of 10000",
    },
  ]);
});

it("tolerates exactly two minor units, at any amount and rate", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
  const rate = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(amount, rate, fc.integer({ min: -4, max: 4 }), (taxable, vat_rate_bps, off) => {
      const tenThousandths = BigInt(taxable) * BigInt(vat_rate_bps);
      const vat = Number(tenThousandths / 10_000n) + off;
      const apart = BigInt(vat) * 10_000n - tenThousandths;
      const event = makeSale({
        taxable_amount_minor: taxable,
        vat_rate_bps,
        vat_amount_minor: vat,
      });
      const warned = checksOf(event).some(({ code }) => code === "vat_differs_from_rate");
      expect(warned).toBe(apart > 20_000n || apart < -20_000n);
    }),
  );
});
