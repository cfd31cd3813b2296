import fc from "fast-check";
import { expect, test } from "vitest";
import type { CountryBreakdown } from "../../../../../shared/returns/schema.ts";
import { history } from "../../../../make/history.ts";
import { type Account, call } from "../../../../stack/api.ts";
import { previewOf, registerImports, workspaceOf } from "../../../../stack/importer.ts";
import { committed, newSeller, summaryOf } from "../../../../stack/seller.ts";
import { lengthOf } from "../../../../stack/soak.ts";

const QUARTERS = ["2025-Q1", "2025-Q2", "2025-Q3"];
const histories = fc.sample(history({ min: 60, max: 60 }), {
  seed: 5,
  numRuns: lengthOf("ROUNDS", 1, 50),
});

const breakdownOf = async (seller: Account, period: string) =>
  (
    await call<CountryBreakdown>(
      seller.readOnly,
      "GET",
      `/v1/reports/country-vat-breakdown?period=${period}`,
    )
  ).body;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

test.for(histories)(
  "the multi-jurisdiction preview ties to summary, breakdown and filing-prep: %#",
  async (events) => {
    const seller = await newSeller("SE");
    await registerImports(seller, { effective_from: "2025-05-01" });
    await committed(seller, events);
    for (const period of QUARTERS) {
      const [preview, workspace, summary, breakdown] = await Promise.all([
        previewOf(seller, period),
        workspaceOf(seller, period),
        summaryOf(seller, period),
        breakdownOf(seller, period),
      ]);
      expect(preview.warnings).toEqual(summary.warnings);
      expect(preview.union_oss).toMatchObject({
        totals: summary.totals,
        exchange_rates: summary.exchange_rates,
        jurisdiction_count: breakdown.countries.length,
        total_source_event_count: summary.total_source_event_count,
        included_source_event_count: summary.included_source_event_count,
        excluded_source_event_count: summary.excluded_source_event_count,
        status: workspace.union_oss.status,
      });

      const union = preview.jurisdictions.flatMap(({ union_oss }) => union_oss ?? []);
      expect(union.map(({ balance }) => balance)).toEqual(summary.balances);
      expect(
        union.map(({ totals, corrections, sections }) => ({
          totals,
          corrections,
          rows: sections.flatMap(({ rows }) => rows),
        })),
      ).toEqual(
        breakdown.countries.map(({ totals, corrections, rows }) => ({ totals, corrections, rows })),
      );
      for (const { section, rows, vat_minor, taxable_minor } of union.flatMap(
        (one) => one.sections,
      )) {
        expect(rows.every((row) => row.section === section)).toBe(true);
        expect(sum(rows.map((row) => row.vat_amount_minor))).toBe(vat_minor);
        expect(sum(rows.map((row) => row.taxable_amount_minor))).toBe(taxable_minor);
      }

      expect(preview.ioss.months.map(({ totals }) => totals)).toEqual(
        workspace.ioss.months.map(({ totals }) => totals),
      );
      expect({ ...preview.ioss, months: [] }).toEqual({ ...workspace.ioss, months: [] });
      const imported = preview.jurisdictions.flatMap(({ ioss }) => ioss ?? []);
      expect(sum(imported.map(({ totals }) => totals?.payable_vat_minor ?? 0))).toBe(
        workspace.ioss.totals?.payable_vat_minor ?? 0,
      );
    }
  },
);
