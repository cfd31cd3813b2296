import { beforeAll, describe, expect, inject, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { balanceOf, readSie } from "../../../make/bookings-reader.ts";
import { makeImport, makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { readWorkbook } from "../../../make/workbook-reader.ts";
import { type Account, call } from "../../../stack/api.ts";
import { previewOf, registerImports, workspaceOf } from "../../../stack/importer.ts";
import { controlled, importedFile, overImport } from "../../../stack/imports.ts";
import { committed, newSeller, reclassify } from "../../../stack/seller.ts";
import { readSwedish } from "../../../unit/filing/portal-files/read-swedish.ts";
import { linesOf } from "../documents/download.ts";
import { current, locked, postFiled } from "./locking.ts";

/*
 * A quarter is filed; then an import in it is undone, a sale comes late, and another one is
 * reclassified. Whatever shows the quarter shows what was filed, and says what has moved since.
 */
const Q3 = "2025-Q3";
const RETURN = `/v1/returns/union-oss/${Q3}`;

const saleOf = (event_id: string, consumption_country: string, net: number) =>
  makeSale({
    event_id,
    consumption_country,
    supply_date: "2025-08-15" as IsoDate,
    taxable_amount_minor: net,
    vat_amount_minor: Math.round(net * 0.19),
  });

const LOCKS_OF_IMPORTS = "/v1/reports/locked-return-periods/ioss";

const importOf = (event_id: string, net: number) =>
  makeImport({
    event_id,
    supply_date: "2025-08-15" as IsoDate,
    taxable_amount_minor: net,
    vat_amount_minor: Math.round(net * 0.19),
  });

const FILE = [saleOf("file-1", "DE", 20_001), saleOf("file-2", "AT", 5_003)];

const fileOf = (events: readonly SentEvent[]) => ({
  format: "events_ndjson",
  settings: { source_id: "erp" },
  bytes: new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
});

type Amounts = Readonly<Record<string, number>>;

type Shown = Return & {
  readonly lock: {
    readonly status: string;
    readonly filed: { readonly filing_reference: string };
    readonly changed_since_lock: { readonly changed: boolean; readonly totals: Amounts };
    readonly declared_in: string[];
    readonly changed_lines: {
      readonly rows: readonly (Amounts & { readonly member_state_of_consumption: string })[];
    };
    readonly current_return: Return;
    readonly locked_return: Return;
  };
};

let seller: Account;
/** The preview of the quarter just before it was locked. */
let filed: Shown;
let now: Shown;

async function got<Body>(path: string): Promise<Body> {
  const { status, body, text } = await call<Body>(seller.readOnly, "GET", path);
  expect(status, text).toBe(200);
  return body;
}

beforeAll(async () => {
  seller = await newSeller("SE", { establishment_country: "SE" });
  const { id } = await importedFile(seller, fileOf(FILE));
  await committed(seller, [saleOf("own", "DE", 10_007), saleOf("moved", "FR", 7_011)]);
  await registerImports(seller);
  await committed(seller, importOf("august", 10_000));
  const month = await call(seller.full, "POST", `${LOCKS_OF_IMPORTS}?period=2025-08`);
  expect(month.status, month.text).toBe(201);
  filed = await got<Shown>(RETURN);
  await locked(seller, Q3);
  await postFiled(seller, Q3, { filing_reference: "SE-1" });
  await controlled(seller, id, "undo");
  await overImport(seller, id);
  await committed(seller, [saleOf("late", "IT", 3_013), importOf("late-import", 1_000)]);
  await reclassify(seller, "moved", "excluded");
  now = await got<Shown>(RETURN);
}, 120_000);

const TOTALS = ["taxable_minor", "current_vat_minor", "payable_vat_minor"] as const;

describe("a filed quarter that has changed since", () => {
  it("shows the filed return together with the current one", () => {
    const { lock, ...view } = now;
    expect({ ...view, lock: null }).toEqual(filed);
    expect(lock).toMatchObject({
      status: "filed",
      filed: { filing_reference: "SE-1" },
      declared_in: ["2025-Q4"],
    });
    const { changed_since_lock, current_return } = lock;
    expect(current_return.rows.map((row) => row.member_state_of_consumption)).toEqual(["DE", "IT"]);
    for (const total of TOTALS) {
      expect(filed.totals[total] + Number(changed_since_lock.totals[total]), total).toBe(
        current_return.totals[total],
      );
    }
  });

  it("names each row that differs, with the differences of its Member State", () => {
    const { changed_lines, changed_since_lock } = now.lock;
    const vat = (rows: readonly Amounts[]) =>
      rows.reduce((sum, row) => sum + Number(row["vat_amount_minor"]), 0);
    expect(changed_lines.rows.map((row) => row.member_state_of_consumption)).toEqual([
      "AT",
      "DE",
      "FR",
      "IT",
    ]);
    expect(changed_lines.rows[1]).toMatchObject({
      taxable_amount_minor: -20_001,
      vat_amount_minor: -3_800,
      event_count_difference: -1,
    });
    expect(vat(changed_lines.rows)).toBe(changed_since_lock.totals["current_vat_minor"]);
  });

  it("is the same by Member State, and in the list of locks", async () => {
    const { lock, ...breakdown } = await got<{ lock: Shown["lock"]; totals: object }>(
      `${RETURN}/country-breakdown`,
    );
    expect(breakdown.totals).toEqual(filed.totals);
    const { changed_since_lock, declared_in, locked_return } = await current(seller, Q3);
    const { current_return, ...same } = lock;
    expect(same).toMatchObject({ changed_since_lock, declared_in });
    expect(current_return.totals).toEqual(now.lock.current_return.totals);
    expect(locked_return.totals).toEqual(filed.totals);
  });

  it("is returned with the live preview of the ledger", async () => {
    const { lock, ...preview } = await got<Shown>(`/v1/reports/oss-quarterly-summary?period=${Q3}`);
    expect(preview.totals).toEqual(now.lock.current_return.totals);
    expect(lock.locked_return).toMatchObject({ totals: filed.totals, rows: filed.rows });
    const country = await got<Shown>(`/v1/reports/country-vat-breakdown?period=${Q3}`);
    expect(country.totals).toEqual(preview.totals);
    expect(country.lock.locked_return.totals).toEqual(filed.totals);
  });
});

/** The files of the quarter: their own figures are those of the lock, or, of a preview, those of the ledger. */
const FILES: readonly [name: string, path: string, own: "locked" | "current"][] = [
  ["the export", `${RETURN}/export?view=summary&format=`, "locked"],
  ["the export by Member State", `${RETURN}/export?view=breakdown&format=`, "locked"],
  ["the accountant report", `${RETURN}/accountant-report?format=`, "locked"],
  [
    "the export of the preview",
    `/v1/reports/oss-quarterly-summary/export?period=${Q3}&format=`,
    "current",
  ],
  [
    "its export by Member State",
    `/v1/reports/country-vat-breakdown/export?period=${Q3}&format=`,
    "current",
  ],
  ["its accountant report", `/v1/reports/oss-accountant-report?period=${Q3}&format=`, "current"],
];

type File = {
  readonly report?: { readonly totals: Amounts };
  readonly summary?: { readonly totals: Amounts };
  readonly filing_context?: { readonly filing_state: string };
  readonly lock: {
    readonly changed: boolean;
    readonly declared_in: string[];
    readonly differences: { readonly totals: Amounts; readonly rows: readonly Amounts[] };
    readonly current_report?: { readonly totals: Amounts };
    readonly locked_report?: { readonly totals: Amounts };
  };
};

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

describe.for(FILES)("%s of a filed quarter", ([, path, own]) => {
  it("has the figures of the lock and those of today, which differ by what it says", async () => {
    const { lock, ...file } = await got<File>(`${path}json`);
    const ownTotals = (file.report ?? file.summary)?.totals;
    const otherTotals = (own === "locked" ? lock.current_report : lock.locked_report)?.totals;
    const [declared, today] =
      own === "locked" ? [ownTotals, otherTotals] : [otherTotals, ownTotals];
    expect(lock).toMatchObject({ changed: true, declared_in: ["2025-Q4"] });
    expect(cents(declared?.["payable_vat"])).toBe(filed.totals.payable_vat_minor);
    expect(cents(today?.["payable_vat"])).toBe(now.lock.current_return.totals.payable_vat_minor);
    const { totals, rows } = lock.differences;
    expect(cents(totals["payable_vat"])).toBe(
      cents(today?.["payable_vat"]) - cents(declared?.["payable_vat"]),
    );
    expect(rows.reduce((sum, row) => sum + cents(row["vat_amount"]), 0)).toBe(
      cents(totals["current_vat"]),
    );
  });
});

const EXPORTS = FILES.filter(([name]) => name.includes("export"));

describe.for(EXPORTS)("%s of a filed quarter as CSV", ([, path, own]) => {
  it("tells them apart in its lines", async () => {
    const { text } = await call(seller.readOnly, "GET", `${path}csv`);
    const lines = linesOf(text);
    const vat = (type: string) =>
      lines
        .filter(({ record_type }) => record_type === type)
        .reduce((sum, line) => sum + cents(line["vat_amount"]), 0);
    const { totals, lock } = now;
    const declared = own === "locked" ? vat("row") : vat("declared_row");
    expect(declared).toBe(totals.current_vat_minor);
    expect(vat("changed_row")).toBe(lock.changed_since_lock.totals["current_vat_minor"]);
    if (own === "current") expect(vat("row")).toBe(lock.current_return.totals.current_vat_minor);
  });
});

describe("the other views of a filed quarter", () => {
  const post = async (path: string, body: object) => {
    const answer = await call(seller.readOnly, "POST", path, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.text;
  };

  it("are a working paper whose sums and changes are those of the return", async () => {
    const url = `${inject("stack").url}${RETURN}/working-paper`;
    const response = await fetch(url, { headers: { "X-API-Key": seller.readOnly } });
    const sheets = readWorkbook(new Uint8Array(await response.arrayBuffer()));
    const sumOf = (sheet: string, head: string) => {
      const [heads = [], ...lines] = sheets.get(sheet)?.rows ?? [];
      return cents(lines.find(([first]) => first === "Total")?.[heads.indexOf(head)]);
    };
    const { changed_since_lock, current_return } = now.lock;
    expect(sumOf("Rows", "VAT (EUR)")).toBe(filed.totals.current_vat_minor);
    expect(sumOf("Balances", "Total payable, nothing set off (EUR)")).toBe(
      filed.totals.payable_vat_minor,
    );
    const difference = sumOf("Since", "Difference: VAT (EUR)");
    expect(difference).toBe(changed_since_lock.totals["current_vat_minor"]);
    const changed = ["Declared: VAT (EUR)", "Ledger now: VAT (EUR)"].map((head) =>
      sumOf("Since", head),
    );
    expect(Number(changed[1]) - Number(changed[0])).toBe(difference);
    expect(filed.totals.current_vat_minor + difference).toBe(
      current_return.totals.current_vat_minor,
    );
    const summary = new Map(sheets.get("Summary")?.rows.map(([name, value]) => [name, value]));
    expect(summary.get("Changed since the lock")).toBe("yes");
    expect(summary.get("Changes declared in")).toBe("Q4 2025");
    expect(summary.get("Reference of the filing")).toBe("SE-1");
    const [moved, , request] = sheets.get("Events")?.rows.at(-1) ?? [];
    expect(moved).toMatch(/^Moved since the lock/);
    expect(request).toBe("GET /v1/returns/union-oss/2025-Q4/events?late=true");
  });

  it("are a portal file and a payment order of what was filed", async () => {
    const filer = { vat_number: "SE556000123101" };
    const read = readSwedish(await post(`${RETURN}/files`, { format: "se_oss001", filer }));
    const supplies = read.supplies as readonly Amounts[];
    const sum = (field: string) =>
      supplies.reduce((total, supply) => total + Number(supply[field]), 0);
    const { taxable_minor, current_vat_minor, payable_vat_minor } = filed.totals;
    expect([sum("base_minor"), sum("vat_minor")]).toEqual([taxable_minor, current_vat_minor]);
    const order = await post(`${RETURN}/payment-order`, {
      format: "pain_001",
      creditor: { name: "Skatteverket", iban: "SE4550000000058398257466" },
      debtor: { name: "Nordlicht AB", iban: "SE4550000000058398257466" },
      reference: "Q3",
    });
    const [, amount] = /Ccy="EUR">([\d.]+)</.exec(order) ?? [];
    expect(cents(amount)).toBe(payable_vat_minor);
  });

  it("have the current figures with the lock, for the quarter and for each month", async () => {
    const { current_return, changed_since_lock } = now.lock;
    const workspaces = await Promise.all([workspaceOf(seller, Q3), previewOf(seller, Q3)]);
    for (const { union_oss, lock, ioss } of workspaces) {
      expect(union_oss.totals).toEqual(current_return.totals);
      expect(lock?.locked_return?.totals).toEqual(filed.totals);
      expect(lock?.changed_since_lock).toEqual(changed_since_lock);
      const [july, august, september] = ioss.months;
      for (const unlocked of [july, september]) expect(unlocked).toHaveProperty("lock", null);
      expect(august?.totals?.payable_vat_minor).toBe(2_090);
      expect(august?.lock).toMatchObject({
        status: "locked",
        declared_in: ["2025-09"],
        locked_return: { totals: { payable_vat_minor: 1_900 } },
        changed_since_lock: { totals: { payable_vat_minor: 190 } },
      });
    }
  });

  it("are events of the ledger, of which the next return names those that moved", async () => {
    const ids = async (path: string) => {
      const { items } = await got<{ items: readonly { event_id: string }[] }>(path);
      return items.map(({ event_id }) => event_id).sort();
    };
    expect(await ids(`${RETURN}/events?member_state_of_consumption=FR`)).toEqual([]);
    expect(await ids(`${RETURN}/events?member_state_of_consumption=IT`)).toEqual(["late"]);
    expect(await ids("/v1/returns/union-oss/2025-Q4/events?late=true")).toEqual(["late", "moved"]);
  });

  it("are an entry sheet, a payment and bookings of what was filed", async () => {
    const { taxable_minor, current_vat_minor, payable_vat_minor } = filed.totals;
    const sheet = await got<{ status: string; controls: readonly Amounts[] }>(
      `${RETURN}/entry-sheet`,
    );
    expect(sheet.status).toBe("filed");
    expect(sheet.controls).toContainEqual(
      expect.objectContaining({ control: "total_due", vat_amount_minor: payable_vat_minor }),
    );
    const payment = await got(`${RETURN}/payment`);
    expect(payment).toMatchObject({ payable_vat_minor, filing_reference: "SE-1" });
    const file = await post(`${RETURN}/bookings`, {
      format: "sie_4",
      accounts: { clearing_account: "1460", vat_account: "1767", revenue: [{ account: "8320" }] },
      sie: { company_name: "Nordlicht AB" },
    });
    const { movements } = readSie(new TextEncoder().encode(file));
    expect([
      -balanceOf(movements, "8320" as LedgerId),
      -balanceOf(movements, "1767" as LedgerId),
    ]).toEqual([taxable_minor, current_vat_minor]);
  });

  it("are a reconciliation in which declared and to be declared make the ledger", async () => {
    const { items } = await got<{ items: readonly Record<string, Amounts & string>[] }>(
      "/v1/reports/reconciliation/union-oss",
    );
    const sum = (field: string) =>
      items
        .filter(({ period_key }) => period_key === Q3)
        .reduce((total, item) => total + Number(item[field]?.["vat_minor"]), 0);
    const { current_vat_minor } = now.lock.current_return.totals;
    expect(sum("declared")).toBe(filed.totals.current_vat_minor);
    expect(sum("ledger")).toBe(current_vat_minor);
    expect(sum("to_declare")).toBe(current_vat_minor - filed.totals.current_vat_minor);
    expect(sum("difference")).toBe(0);
  });

  it("are an overview and a next return that say so", async () => {
    const overview = await got<{
      changed_periods: readonly object[];
      returns: readonly { period_key: string; state: string; totals: object }[];
    }>("/v1/compliance/overview?details=true");
    expect(overview.changed_periods).toEqual([
      { scheme_type: "union_oss", period_key: Q3 },
      { scheme_type: "ioss", period_key: "2025-08" },
    ]);
    const next = await got<Shown>("/v1/returns/union-oss/2025-Q4");
    const late = next.late_changes.reduce((sum, change) => sum + change.vat_amount_minor, 0);
    expect(late).toBe(now.lock.changed_since_lock.totals["current_vat_minor"]);
  });
});

it("an open quarter has no lock", async () => {
  expect(await got("/v1/returns/union-oss/2026-Q1")).toHaveProperty("lock", null);
  expect(await got("/v1/reports/oss-quarterly-summary?period=2026-Q1")).toHaveProperty(
    "lock",
    null,
  );
});
