import { describe, expect, it } from "vitest";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { controlled, importedFile } from "../../../stack/imports.ts";
import { committed, newSeller, type Refusal } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const GOOD = makeSale({ event_id: "good", supply_date: "2025-08-03" as never });

/** Rows that no event can be made of: of August, of November, and without a day that can be read. */
const AUGUST = { ...GOOD, event_id: "august", vat_rate_bps: "20 %" };
const NOVEMBER = { ...GOOD, event_id: "november", supply_date: "2025-11-30", currency: "?" };
const UNDATED = { ...GOOD, event_id: "undated", supply_date: "03.08.2025" };

const GROSS = {
  currency: "EUR",
  gross_amount_minor: 11_900,
  taxable_amount_minor: null,
  vat_amount_minor: null,
};

const importOf = (seller: Account, rows: readonly unknown[], dry_run = false) =>
  importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
    dry_run,
  });

type Waiting = { readonly import_id: string; readonly month: string | null; row_count: number };
type Prep = {
  readonly union_oss: { readonly status: string; readonly status_detail: string };
  readonly open_import_rows: readonly Waiting[];
};

const prepOf = async ({ readOnly }: Account, period = "2025-Q3") =>
  (await call<Prep>(readOnly, "GET", `/v1/reports/filing-prep?period=${period}`)).body;

const statusOf = async (seller: Account, period = "2025-Q3") =>
  (await prepOf(seller, period)).union_oss.status;

const lock = ({ full }: Account, period = "2025-Q3") =>
  call<Refusal>(
    full,
    "POST",
    `/v1/reports/locked-return-periods/union-oss?period=${period}&require_ready=true`,
  );

describe("rows of an import that are not in the ledger", () => {
  it("block the return of their month, and are listed with their import, until they are settled", async () => {
    const seller = await newSeller();
    const { id, open_rows } = await importOf(seller, [GOOD, AUGUST, NOVEMBER, UNDATED]);
    expect(open_rows).toEqual([
      { month: null, row_count: 1 },
      { month: "2025-08", row_count: 1 },
      { month: "2025-11", row_count: 1 },
    ]);
    const { union_oss, open_import_rows } = await prepOf(seller);
    expect(union_oss.status).toBe("review_required");
    expect(union_oss.status_detail).toContain("open_import_rows 1");
    const of = {
      import_id: id,
      connection_id: null,
      format: "events_ndjson",
      source_id: "shop",
      row_count: 1,
      amounts: [GROSS],
      unread_count: 0,
    };
    const undated = { ...of, month: null, reasons: ["bad_date"] };
    const august = { ...of, month: "2025-08", reasons: ["invalid_value"] };
    expect(open_import_rows).toEqual([undated, august]);
    const overview = await call(seller.readOnly, "GET", "/v1/compliance/overview?details=true");
    expect(overview.body["open_import_rows"]).toEqual([
      undated,
      august,
      { ...of, month: "2025-11", reasons: ["unknown_currency"], amounts: null, unread_count: 1 },
    ]);
    const { status, body } = await lock(seller);
    expect([status, body.error]).toEqual([409, "return_not_ready"]);
    expect(body.details?.map(({ field }) => field)).toEqual(["open_import_rows"]);
    expect(body.details?.[0]?.message).toContain(id);
    // The user says that the rows are dealt with, which can be said twice.
    const settled = await controlled(seller, id, "settle");
    expect(settled.open_rows_settled_at).not.toBeNull();
    expect(await controlled(seller, id, "settle")).toEqual(settled);
    expect(await prepOf(seller)).toMatchObject({
      union_oss: { status: "ready" },
      open_import_rows: [],
    });
    expect((await lock(seller)).status).toBe(201);
  });

  it("keep a return without events from being a nil return", async () => {
    const seller = await newSeller();
    await importOf(seller, [NOVEMBER]);
    const { union_oss } = await prepOf(seller, "2025-Q4");
    expect(union_oss.status).toBe("review_required");
    expect(union_oss.status_detail).toBe(
      "No supply is recorded for 2025-Q4, but rows of imported files or connected shops are not in the ledger: 1.",
    );
    expect((await lock(seller, "2025-Q4")).body.details?.[0]?.field).toBe("open_import_rows");
    expect(await statusOf(seller)).toBe("nil_return");
  });

  it("without a date are reported and block no return", async () => {
    const seller = await newSeller();
    await importOf(seller, [GOOD, UNDATED]);
    const { union_oss, open_import_rows } = await prepOf(seller);
    expect([union_oss.status, open_import_rows.length]).toEqual(["ready", 1]);
  });

  itInTurn(
    "are those with an id that the ledger has with other content, too, until the import is undone",
    async () => {
      const seller = await newSeller();
      await committed(seller, GOOD);
      const { id, open_rows } = await importOf(seller, [{ ...GOOD, vat_amount_minor: 1 }]);
      expect(open_rows).toEqual([{ month: "2025-08", row_count: 1 }]);
      expect(await statusOf(seller)).toBe("review_required");
      await controlled(seller, id, "undo");
      await expect.poll(() => statusOf(seller), { timeout: 60_000 }).toBe("ready");
    },
  );

  it("of a dry run keep nothing waiting, and those of its commit do", async () => {
    const seller = await newSeller();
    const { id, open_rows } = await importOf(seller, [GOOD, AUGUST], true);
    expect(open_rows).toEqual([{ month: "2025-08", row_count: 1 }]);
    expect(await statusOf(seller)).toBe("nil_return");
    await controlled(seller, id, "start", { dry_run: false });
    await expect.poll(() => statusOf(seller), { timeout: 60_000 }).toBe("review_required");
  });
});

it("an import without open rows cannot be settled", async () => {
  const seller = await newSeller();
  const { id } = await importOf(seller, [GOOD]);
  const { status, body } = await call<Refusal>(seller.full, "POST", `/v1/imports/${id}/settle`);
  expect([status, body.error]).toEqual([409, "import_state_conflict"]);
});
