import type { Keys } from "./keys.ts";
import type { Recorder } from "./recorder.ts";

const PERIOD = { period: "2026-Q2" };

/** Records the return of a quarter in every form, then its lock, filing and download. */
export async function recordReports(
  recorder: Recorder,
  { recounts, writeRecords }: Pick<Keys, "recounts" | "writeRecords">,
): Promise<void> {
  await recounts.settle();
  const title = "A quarter with two sales and a refund of the one before";
  await recorder.show("getQuarterlySummary", title, { query: PERIOD });
  await recorder.show("getCountryBreakdown", title, { query: PERIOD });
  for (const format of ["csv", "json"]) {
    await recorder.show("exportQuarterlySummary", format, { query: { ...PERIOD, format } });
    await recorder.show("exportCountryBreakdown", format, { query: { ...PERIOD, format } });
  }
  for (const name of ["exportQuarterlySummary", "exportCountryBreakdown"] as const) {
    await recorder.show(`${name}Csv`, title, { query: PERIOD });
    await recorder.show(`${name}Json`, title, { query: PERIOD });
  }
  await recorder.show("getAccountantReport", title, { query: PERIOD });
  await recorder.show("getFilingPrep", title, { query: PERIOD });
  await recorder.show("getMultiJurisdiction", title, { query: PERIOD });
  await recorder.refused("invalid_period", "getQuarterlySummary", { query: { period: "2026-Q5" } });
  await recounts.ask();
  await recorder.refused("recount_pending", "lockPeriod", { query: PERIOD });
  await recounts.settle();
  await recordLock(recorder);
  await recordMonth(recorder);
  await recordPapers(recorder);
  await recordPayments(recorder);
  await recordRecords(recorder, writeRecords);
  await recorder.show(
    "lockNilReturns",
    "A quarter without sales, one with a sale, and one that runs",
    {
      path: { scheme: "union-oss" },
      body: { period_keys: ["2025-Q4", "2026-Q1", "2026-Q3"] },
    },
  );
}

async function recordLock(recorder: Recorder): Promise<void> {
  await recorder.refused("period_not_ended", "lockPeriod", { query: { period: "2026-Q3" } });
  await recorder.refused("period_not_locked", "markPeriodFiled", { query: PERIOD });
  const locked = await recorder.show("lockPeriod", "A quarter that has ended", { query: PERIOD });
  await recorder.refused("period_already_locked", "lockPeriod", { query: PERIOD });
  await recorder.show("markPeriodFiled", "With the reference of the tax authority", {
    query: PERIOD,
    body: { filed_at: "2026-07-28", filing_reference: "SE-OSS-2026-Q2-000417" },
  });
  await recorder.show("listLockedPeriods", "One quarter in full", { query: PERIOD });
  const [file] = locked["exports"] as { readonly id: string }[];
  await recorder.show("downloadExport", "A stored file", { path: { export_id: file?.id ?? "" } });
}

const MONTH = { path: { scheme: "ioss", period: "2026-05" } };
const LOCK_OF_MONTH = { path: { scheme: "ioss" }, query: { period: "2026-05" } };

/** Records a month of the import scheme, in the forms and the order of the quarter. */
async function recordMonth(recorder: Recorder): Promise<void> {
  const title = "A month of the import scheme";
  await recorder.show("getReturn", title, MONTH);
  await recorder.show("getReturnByCountry", title, MONTH);
  for (const [view, format] of [
    ["summary", "csv"],
    ["breakdown", "json"],
  ] as const) {
    const query = { view, format };
    await recorder.show("exportReturn", `${view}, ${format}`, { ...MONTH, query });
  }
  await recorder.show("exportReturnCsv", title, { ...MONTH, query: { view: "summary" } });
  await recorder.show("exportReturnJson", title, { ...MONTH, query: { view: "summary" } });
  await recorder.show("getReturnForAccountant", title, MONTH);
  await recorder.show("listReturnEvents", "The events behind a row", {
    ...MONTH,
    query: { member_state_of_consumption: "DK", vat_rate_bps: "2500" },
  });
  await recordLockOfMonth(recorder);
}

async function recordLockOfMonth(recorder: Recorder): Promise<void> {
  const locked = await recorder.show("lockReturn", "A month that has ended", LOCK_OF_MONTH);
  await recorder.show("markReturnFiled", "Without a reference", {
    ...LOCK_OF_MONTH,
    body: { filed_at: "2026-06-26" },
  });
  await recorder.show("correctFiling", "The reference was mistyped", {
    ...LOCK_OF_MONTH,
    body: { filed_at: "2026-06-26", filing_reference: "SE-IOSS-2026-05-000112" },
  });
  await recorder.show("listLockedReturns", "One month in full", LOCK_OF_MONTH);
  const [file] = locked["exports"] as { readonly id: string }[];
  await recorder.show("downloadReturnExport", "A stored file", {
    path: { scheme: "ioss", export_id: file?.id ?? "" },
  });
}

/** Records the payment of a locked quarter: what is due, a part of it, and the order for the rest. */
async function recordPayments(recorder: Recorder): Promise<void> {
  const path = { path: { scheme: "union-oss", period: "2026-Q2" } };
  await recorder.show("recordPayment", "A part of what is due", {
    ...path,
    body: { paid_on: "2026-07-28", amount_minor: 1_000, note: "first half" },
  });
  await recorder.show("getPayment", "After a part was paid", path);
  await recorder.show("makePaymentOrder", "A credit transfer for the bank", {
    ...path,
    body: {
      format: "pain_001",
      creditor: { name: "Skatteverket", iban: "SE3550000000054910000003", bic: "ESSESESS" },
      debtor: { name: "Nordlicht AB", iban: "SE4550000000058398257466" },
      reference: "SE/SE556677889901/Q2.2026",
      amount_minor: 1_000,
    },
  });
  await recorder.show("makeBookings", "For DATEV, with an account of its own for Finland", {
    ...path,
    body: {
      format: "datev_extf",
      accounts: {
        clearing_account: "1460",
        vat_account: "1767",
        revenue: [{ account: "8320" }, { member_state: "FI", account: "8321" }],
      },
      datev: {
        consultant_number: 29_098,
        client_number: 55_003,
        fiscal_year_start: "2026-01-01",
        account_length: 4,
      },
    },
  });
}

/** Records the files for accountants: a spreadsheet with decimal commas, and the working paper. */
async function recordPapers(recorder: Recorder): Promise<void> {
  await recorder.show("exportReturn", "For a spreadsheet in German or Swedish", {
    ...MONTH,
    query: {
      view: "summary",
      format: "csv",
      delimiter: "semicolon",
      decimal: "comma",
      manifest: "once",
    },
  });
  const scheme = { path: { scheme: "union-oss" } };
  await recorder.show("getReconciliation", "After a quarter was locked", scheme);
  await recorder.show("getWorkingPaper", "Of a month of the import scheme", MONTH);
  await recorder.show("explainSupplyEvent", "A sale of a quarter that is locked and filed", {
    path: { event_id: "order-1001" },
  });
  await recorder.show("getReturnBridge", "Of a month of the import scheme", MONTH);
}

async function recordRecords(recorder: Recorder, write: Keys["writeRecords"]): Promise<void> {
  const range = { from: "2026-05-01", to: "2026-05-31" };
  const asked = await recorder.show("createRecords", "Of a month", { body: range });
  await write();
  const id = String(asked["id"]);
  await recorder.show("getRecords", "When they are written", { path: { id } });
  await recorder.show("downloadRecords", "A file", { path: { id, file: "1.csv" } });
  await recorder.show("listRecords", "All that was asked for");
}
