import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../../shared/core/calendar/dates.ts";
import { updateRegistrations } from "../../../../../shared/ledger/settings/store-settings.ts";
import { atHand } from "../../../../make/author.ts";
import { makeRegistration, makeRegistrations } from "../../../../make/registration.ts";
import {
  makeImport,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { previewOf, registerImports, workspaceOf } from "../../../../stack/importer.ts";
import { committed, newSeller, summaryOf } from "../../../../stack/seller.ts";

const on = (supply_date: string) => ({ supply_date: supply_date as IsoDate });
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

const EVENTS: readonly SentEvent[] = [
  makeSale({ event_id: "de" }),
  makeSale({ event_id: "de-from-pl", dispatch_country: "PL" }),
  makeService({ event_id: "fr", consumption_country: "FR", vat_rate_bps: 2_000 }),
  makeSale({ event_id: "q2", ...on("2025-05-01"), consumption_country: "IT" }),
  makeRefund({
    event_id: "of-q2",
    original_event_id: "q2",
    consumption_country: "IT",
    vat_amount_minor: 190,
  }),
  makeSale({ event_id: "b2b", customer_type: "b2b" }),
  makeImport({ event_id: "import", ...on("2025-07-10") }),
  makeImport({ event_id: "import-el", ...on("2025-09-10"), consumption_country: "EL" }),
];

async function sellerWith(events: readonly SentEvent[] = EVENTS): Promise<Account> {
  const seller = await newSeller("SE");
  await registerImports(seller);
  if (events.length > 0) await committed(seller, events);
  return seller;
}

describe("the filing-prep workspace", () => {
  it("has the Union part as the summary and the accountant report have it", async () => {
    const seller = await sellerWith();
    const [workspace, summary] = await Promise.all([
      workspaceOf(seller, "2025-Q3"),
      summaryOf(seller, "2025-Q3"),
    ]);
    const { body: report } = await call<{ filing_context: Record<string, unknown> }>(
      seller.readOnly,
      "GET",
      "/v1/reports/oss-accountant-report?period=2025-Q3",
    );
    const { totals, balances, warnings, return_currency, exchange_rates } = summary;
    expect(workspace.union_oss).toMatchObject({
      totals,
      balances,
      warnings,
      return_currency,
      exchange_rates,
      total_source_event_count: summary.total_source_event_count,
      included_source_event_count: summary.included_source_event_count,
      excluded_source_event_count: summary.excluded_source_event_count,
      status: report.filing_context["filing_state"],
      status_detail: report.filing_context["explanation"],
      nil_return_eligible: report.filing_context["nil_return_eligible"],
      filing_due_date: "2025-10-31",
      period_ended: true,
      jurisdiction_count: 3,
      checks: [
        { code: "location_evidence_missing", severity: "warning", count: 1 },
        { code: "vat_differs_from_rate", severity: "warning", count: 1 },
        { code: "vat_on_b2b_sale", severity: "blocking", count: 1 },
      ],
      corrections_below_zero: [],
    });
    expect(workspace.report_kind).toBe("oss_ioss_filing_prep_workspace");
    expect(workspace.registrations).toMatchObject({
      union_oss: { status: "covered" },
      ioss: { status: "covered" },
      cleanup_required: false,
    });
    expect(workspace.ioss.months.map(({ status }) => status)).toEqual([
      "ready",
      "nil_return_candidate",
      "ready",
    ]);
  });

  it("has the locked return once the quarter is locked, and when it is filed", async () => {
    const seller = await sellerWith();
    expect(await workspaceOf(seller, "2025-Q3")).not.toHaveProperty("return_period");
    const { body: locked } = await call(seller.full, "POST", `${LOCKS}?period=2025-Q3`);
    expect((await workspaceOf(seller, "2025-Q3")).return_period).toEqual(locked);
    await call(seller.full, "POST", `${LOCKS}/filed?period=2025-Q3`);
    expect((await workspaceOf(seller, "2025-Q3")).return_period).toMatchObject({
      status: "filed",
      exports: expect.any(Array),
    });
    expect(await workspaceOf(seller, "2025-Q2")).not.toHaveProperty("return_period");
  });

  it("warns of corrections that take back more than was declared, over several returns", async () => {
    const sale = makeSale({ event_id: "sale", ...on("2025-01-10") });
    const credit = (event_id: string, day: string, vat_amount_minor: number) =>
      makeRefund({
        event_id,
        event_type: "credit_note",
        original_event_id: "sale",
        vat_amount_minor,
        ...on(day),
      });
    const seller = await sellerWith([
      sale,
      credit("q2", "2025-05-01", 1_500),
      credit("q3", "2025-08-01", 401),
    ]);
    expect((await workspaceOf(seller, "2025-Q2")).union_oss.corrections_below_zero).toEqual([]);
    expect((await workspaceOf(seller, "2025-Q3")).union_oss.corrections_below_zero).toEqual([
      {
        original_period: "2025-Q1",
        member_state_of_consumption: "DE",
        declared_vat_minor: 400,
        correction_vat_minor: -401,
        resulting_vat_minor: -1,
        event_count: 2,
      },
    ]);
  });

  it("is a nil return where there is nothing", async () => {
    const seller = await sellerWith([]);
    const { union_oss, ioss } = await workspaceOf(seller, "2025-Q3");
    expect(union_oss).toMatchObject({ status: "nil_return", nil_return_eligible: true });
    expect(ioss).toMatchObject({
      status: "nil_return_candidate",
      totals: { taxable_minor: 0, payable_vat_minor: 0 },
    });
  });

  it("cites directive and regulation with links", async () => {
    const { official_basis } = await workspaceOf(await newAccount(), "2025-Q3");
    expect(official_basis.length).toBeGreaterThan(8);
    expect(official_basis.every(({ url }) => url.startsWith("https://eur-lex.europa.eu/"))).toBe(
      true,
    );
  });
});

describe("without one Union registration", () => {
  test.for([
    ["registration_required", []],
    [
      "registration_conflict",
      [{ effective_to: "2025-08-10" }, { id: 2, effective_from: "2025-08-11" }],
    ],
  ] as const)("%s: the import scheme is shown all the same", async ([status, rows]) => {
    const account = await newAccount();
    const registrations = makeRegistrations(
      ...rows.map((row) => makeRegistration(row)),
      makeRegistration({ id: 3, scheme_type: "ioss" }),
    );
    await updateRegistrations(account.account, () => registrations, atHand());
    await committed(account, EVENTS);
    const [workspace, preview] = await Promise.all([
      workspaceOf(account, "2025-Q3"),
      previewOf(account, "2025-Q3"),
    ]);
    for (const union_oss of [workspace.union_oss, preview.union_oss]) {
      expect(union_oss).toMatchObject({
        status,
        totals: null,
        total_source_event_count: 5,
        included_source_event_count: null,
      });
    }
    expect(workspace.registrations.union_oss.status).toBe(status);
    expect(workspace.ioss.totals?.current_vat_minor).toBe(3_800);
    expect(
      preview.jurisdictions.map((jurisdiction) => [
        jurisdiction.member_state_of_consumption,
        jurisdiction.union_oss,
      ]),
    ).toEqual([
      ["DE", null],
      ["EL", null],
    ]);
  });

  it("names duplicates that overlap", async () => {
    const account = await newAccount();
    const twice = makeRegistrations(makeRegistration(), makeRegistration({ id: 2 }));
    await updateRegistrations(account.account, () => twice, atHand());
    expect((await workspaceOf(account, "2025-Q3")).registrations).toMatchObject({
      union_oss: {
        status: "registration_conflict",
        cleanup_required: true,
        conflicting_registration_ids: [1, 2],
      },
      cleanup_required: true,
    });
  });
});

describe("both workspaces", () => {
  const PATHS = ["/v1/reports/filing-prep", "/v1/reports/multi-jurisdiction"];

  it.for(PATHS)("%s: refuses what is no quarter", async (path) => {
    const { readOnly } = await newAccount();
    for (const query of ["", "?period=2025-07", "?period=2025-Q5"]) {
      expect(await call(readOnly, "GET", `${path}${query}`)).toMatchObject({
        status: 400,
        body: { error: "invalid_period" },
      });
    }
    expect((await call(readOnly, "GET", `${path}?period=2025-Q3&x=1`)).status).toBe(400);
    expect((await call(undefined, "GET", `${path}?period=2025-Q3`)).status).toBe(401);
  });

  it.for(PATHS)("%s: answers for quarters without end", async (path) => {
    const { readOnly } = await newAccount();
    for (const period of ["1000-Q1", "2021-Q2", "2099-Q4", "9997-Q4"]) {
      expect((await call(readOnly, "GET", `${path}?period=${period}`)).status).toBe(200);
    }
  });
});
