import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import { SALE } from "../../../shared/operations/smoke-test/smoke-steps.ts";
import type { Step } from "./step.ts";

const GERMAN = { ...SALE, event_id: "sale-1" } as const;

export const REGISTRATION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  vat_registration_number: "SE556000123101",
  effective_from: "2025-01-01",
  status: "active",
} as const;

const POLISH = {
  ...SALE,
  event_id: "sale-2",
  consumption_country: "PL",
  currency: "PLN",
  taxable_amount_minor: 50_000,
  vat_amount_minor: 11_500,
  vat_rate_bps: 2300,
} as const;

const REFUND = { event_id: "refund-1", supply_date: "2026-03-25", gross_amount_minor: 5950 };

export function salesSteps(client: VatClient): Step[] {
  const commit = async (event: typeof GERMAN | typeof POLISH) => {
    const { items } = await client.commitSupplyEvents({ body: { events: [event] } });
    return items[0]?.status;
  };
  return [
    [
      "seat",
      "SE",
      async () => {
        const { establishment_country } = await client.putAccount({
          body: { establishment_country: "SE" },
        });
        return establishment_country;
      },
    ],
    [
      "registration",
      "active",
      async () => {
        const { status } = await client.createRegistration({ body: REGISTRATION });
        return status;
      },
    ],
    ["sale", "committed", () => commit(GERMAN)],
    ["the same sale", "duplicate", () => commit(GERMAN)],
    ["sale in PLN", "committed", () => commit(POLISH)],
    [
      "refund of half a sale",
      "linked",
      async () => {
        const { items } = await client.refundSupplyEvent({
          path: { event_id: "sale-1" },
          body: REFUND,
        });
        return items[0]?.link_status;
      },
    ],
    [
      "calculation",
      "700 bps, VAT 70",
      async () => {
        const { vat_rate_bps, vat_amount_minor } = await client.calculateVat({
          body: {
            country: "DE",
            currency: "EUR",
            gross_amount_minor: 1070,
            price_includes_vat: true,
            tax_class_id: "books",
            transaction_date: "2026-03-20",
          },
        });
        return `${vat_rate_bps} bps, VAT ${vat_amount_minor}`;
      },
    ],
    // PLN 115.00 at 4.289 of 31 March 2026 is 26.81; half of the German sale is 9.50.
    [
      "summary",
      "payable 3631 EUR of 3 events",
      async () => {
        const { totals, return_currency, included_source_event_count } =
          await client.getQuarterlySummary({ query: { period: "2026-Q1" } });
        return `payable ${totals.payable_vat_minor} ${return_currency} of ${included_source_event_count} events`;
      },
    ],
    [
      "overview",
      "union_oss",
      async () => {
        const { returns } = await client.getOverview({ query: { details: "true" } });
        return returns?.[0]?.scheme_type;
      },
    ],
  ];
}

export function lockSteps(client: VatClient): Step[] {
  const period = "2026-Q1";
  return [
    [
      "lock",
      "6 files",
      async () => {
        const { exports } = await client.lockPeriod({ query: { period } });
        return `${exports.length} files`;
      },
    ],
    [
      "stored file by its link",
      "200",
      async () => {
        const { current_period } = await client.listLockedPeriods({ query: { period } });
        const id = current_period?.exports[0]?.id ?? "";
        const link = { path: { export_id: id }, query: { redirect: "false" } } as const;
        const { location } = await client.downloadExport(link);
        return (await fetch(location)).status;
      },
    ],
    [
      "filed",
      "2026-04-20",
      async () => {
        const { filed } = await client.markPeriodFiled({
          query: { period },
          body: { filed_at: "2026-04-20", filing_reference: "SE-1" },
        });
        return filed?.filed_at;
      },
    ],
    [
      "paid",
      "0 left",
      async () => {
        const named = { scheme: "union-oss", period } as const;
        const { outstanding_minor } = await client.getPayment({ path: named });
        const { outstanding_minor: left } = await client.recordPayment({
          path: named,
          body: { amount_minor: outstanding_minor ?? 0, paid_on: "2026-04-20" },
        });
        return `${left} left`;
      },
    ],
  ];
}
