import { beforeAll, describe, expect, it, test } from "vitest";
import { accessOf } from "../../../../infra/function-access.ts";
import type { Route } from "../../../../shared/api/route.ts";
import * as routes from "../../../../shared/api/routes.ts";
import { updateRecount } from "../../../../shared/ledger/recount/store-recounts.ts";
import { type Account, call } from "../../../stack/api.ts";
import { eachNth } from "../../../stack/soak.ts";
import { linesOf } from "../documents/download.ts";
import { CASES, type Case, got, sellerOf } from "./sellers.ts";

/*
 * Whatever shows sums of an account says so while a recount may still change them: reports are never
 * wrong by more than they say.
 */
type Body = Readonly<Record<string, unknown>>;
type View = readonly [path: string, saidIn?: (body: Body) => unknown];

const atTop = (body: Body) => body["recount_pending"];
const inManifest = ({ manifest }: Body) => (manifest as Body)["recount_pending"];

const RETURNS = "/v1/returns/{scheme}/{period}";
const LOCKS = "/v1/reports/locked-return-periods";

/** The views of every scheme, by the name of their route. */
const OF_ALL: Readonly<Record<string, View>> = {
  getReturn: [RETURNS],
  getReturnByCountry: [`${RETURNS}/country-breakdown`],
  getReturnBridge: [`${RETURNS}/bridge`],
  listReturnEvents: [`${RETURNS}/events`],
  exportReturn: [`${RETURNS}/export?format=json&view=summary`, inManifest],
  exportReturnJson: [`${RETURNS}/export.json?view=summary`, inManifest],
  getReturnForAccountant: [`${RETURNS}/accountant-report`, inManifest],
  getEntrySheet: [`${RETURNS}/entry-sheet`],
  getReconciliation: ["/v1/reports/reconciliation/{scheme}"],
  listLockedReturns: [`${LOCKS}/{scheme}?period={period}`, (body) => atTop(lockIn(body))],
};

/** Those of the Union scheme alone, or of more than one. */
const OF_UNION: Readonly<Record<string, View>> = {
  getQuarterlySummary: ["/v1/reports/oss-quarterly-summary?period={period}"],
  getCountryBreakdown: ["/v1/reports/country-vat-breakdown?period={period}"],
  exportQuarterlySummary: [
    "/v1/reports/oss-quarterly-summary/export?format=json&period={period}",
    inManifest,
  ],
  exportCountryBreakdown: [
    "/v1/reports/country-vat-breakdown/export?format=json&period={period}",
    inManifest,
  ],
  exportQuarterlySummaryJson: [
    "/v1/reports/oss-quarterly-summary/export.json?period={period}",
    inManifest,
  ],
  exportCountryBreakdownJson: [
    "/v1/reports/country-vat-breakdown/export.json?period={period}",
    inManifest,
  ],
  getAccountantReport: ["/v1/reports/oss-accountant-report?period={period}", inManifest],
  getFilingPrep: ["/v1/reports/filing-prep?period={period}"],
  getMultiJurisdiction: ["/v1/reports/multi-jurisdiction?period={period}"],
  listLockedPeriods: [`${LOCKS}/union-oss?period={period}`, (body) => atTop(lockIn(body))],
  getThresholdStatus: ["/v1/compliance/threshold-status"],
  getOverview: ["/v1/compliance/overview"],
};

const lockIn = ({ current_period }: Body) => current_period as Body;

const CHECK = "/v1/vat/threshold-check";

/** A file is a portal's: it cannot say it, so what goes with it does. */
const FILES = ["checkReturnFiles", "makeReturnFile"];

/** A workbook has a line for it. */
const PAPER = "getWorkingPaper";

/** The lines of a CSV have it, as those of the export with `format=csv` do. */
const CSVS = ["exportQuarterlySummaryCsv", "exportCountryBreakdownCsv", "exportReturnCsv"];

/** They list events as they are placed now, compare the hash of figures, or ask whether the threshold is crossed: no figure is shown. */
const LISTS = ["listSupplyEvents", "getPreparation", "getRatesFile"];

/** The path of an event, which each case names otherwise. */
const OF_EVENT = "explainSupplyEvent";

test("no other route shows sums", () => {
  const showing = Object.entries<Route>(routes).filter(
    ([name, row]) =>
      row.scope === "read" && accessOf(row).uses.includes("Query sums") && !LISTS.includes(name),
  );
  const views = [...Object.keys(OF_ALL), ...Object.keys(OF_UNION)];
  const held = [...views, "checkThreshold", PAPER, OF_EVENT, ...CSVS, ...FILES];
  expect(showing.map(([name]) => name).sort()).toEqual(held.sort());
});

/** Within the period of each case: from the day after, supplies lie in another segment. */
const LAST_DAY = "2025-08-20";
const FROM = "2025-08-21";

/** A recount that lasts longer than any machine takes for these tests. */
const askLastingRecount = async ({ account, full }: Account) => {
  const final_from = Date.now() + 3_600_000;
  await updateRecount(account, (seen) => ({ ...seen, final_from }));
  const end = { effective_to: LAST_DAY, status: "ended" };
  expect((await call(full, "PATCH", "/v1/tax-registrations/1", end)).status).toBe(200);
};

test("files of an open period warn of it, and so does what tells of them", async () => {
  const seller = await sellerOf(CASES[0] as Case);
  const path = "/v1/returns/union-oss/2025-Q3/files";
  const warnings = async () => {
    const { items } = await got<{ items: [{ warnings: { rule: string }[] }] }>(seller, path);
    return items[0].warnings.map(({ rule }) => rule);
  };
  const body = { format: "se_oss001", filer: { vat_number: "SE556000016701" }, draft: true };
  const counted = async () => {
    const request = { ...body, establishments: [], extras: {} };
    const { status, text, headers } = await call(seller.readOnly, "POST", path, request);
    expect(status, text).toBe(200);
    return Number(headers.get("x-return-warnings"));
  };
  expect(await warnings()).not.toContain("recount_pending");
  const before = await counted();
  await askLastingRecount(seller);
  expect(await warnings()).toContain("recount_pending");
  expect(await counted()).toBe(before + 1);
});

describe.for(eachNth(3, CASES))("$slug", (one) => {
  let seller: Account;
  const isUnion = one.slug === "union-oss";

  const said = async ([path, saidIn = atTop]: View, { slug, period }: Case = one) =>
    saidIn(await got(seller, path.replace("{scheme}", slug).replace("{period}", period)));

  beforeAll(async () => {
    seller = await sellerOf(one);
    const lock = await call(seller.full, "POST", `${LOCKS}/${one.slug}?period=${one.period}`);
    expect(lock.status, lock.text).toBe(201);
    await askLastingRecount(seller);
  });

  const views = { ...OF_ALL, ...(isUnion ? OF_UNION : {}) };

  it.for(Object.keys(views))("%s says that a recount is pending", async (name) => {
    const expected = { from: FROM, requested_at: expect.any(String) };
    expect(await said(views[name] as View)).toMatchObject(expected);
  });

  it("the explanation of an event says so as well", async () => {
    const path = `/v1/returns/${one.slug}/${one.period}/events?limit=1`;
    const { items } = await got<{ items: { event_id: string }[] }>(seller, path);
    const explanation = `/v1/supply-events/${items[0]?.event_id}/explanation`;
    expect(await said([explanation])).toMatchObject({ from: FROM });
  });

  it.for(["summary", "breakdown"])("the CSV of the %s has a line for it", async (view) => {
    const path = `/v1/returns/${one.slug}/${one.period}/export?format=csv&view=${view}`;
    const { text } = await call(seller.readOnly, "GET", path);
    const lines = linesOf(text);
    expect(lines[0]).toMatchObject({
      record_type: "recount_pending",
      event_count: expect.stringMatching(/^\d+$/),
      period_key: one.period,
      vat_amount: "",
    });
    expect(lines.slice(1).filter((line) => line["record_type"] === "recount_pending")).toEqual([]);
  });

  it("the working paper and the page to print say so in words", async () => {
    const asked = `/v1/returns/${one.slug}/${one.period}`;
    const paper = await call(seller.readOnly, "GET", `${asked}/working-paper`);
    expect(paper.text).toContain('["Recount pending, figures may change","yes"]');
    const page = await call(seller.readOnly, "GET", `${asked}/accountant-report?format=html`);
    expect(page.text).toContain("<td>Recount pending, figures may change</td><td>yes</td>");
  });

  it("checkThreshold says so of ranges that its days are in or before", async () => {
    const ask = async (to: string) =>
      (
        await call(seller.readOnly, "POST", CHECK, {
          threshold_type: "oss",
          from: "2025-01-01",
          to,
        })
      ).body["recount_pending"];
    expect(await ask("2025-12-31")).not.toBeNull();
    expect(await ask("2025-06-30")).toBeNull();
  });

  it("periods before it stand", async () => {
    const before = { ...one, period: one.slug === "ioss" ? "2025-07" : "2025-Q2" };
    // A reconciliation is of all periods.
    const { listLockedReturns, getReconciliation, ...views } = OF_ALL;
    for (const view of Object.values(views)) expect((await said(view, before)) ?? null).toBeNull();
  });
});
