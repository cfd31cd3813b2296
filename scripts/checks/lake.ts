import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { apiCall } from "../operate/imports/api-call.ts";
import { type Finding, type OutsideTool, ran, type Service } from "./tool.ts";

/** Lets Python find its packages in another folder, as a virtual environment has them. */
const PYTHON = process.env["LAKE_PYTHON"] || "python3";

/** The lake of a small history, read by engines that were written elsewhere. */
export const LAKE: OutsideTool = {
  name: "lake",
  source: "PyPI: duckdb, pyarrow",
  version: async () => {
    const code =
      "import duckdb, pyarrow; print(f'DuckDB {duckdb.__version__}, pyarrow {pyarrow.__version__}')";
    const asked = await ran(PYTHON, ["-c", code]);
    return asked?.code === 0 ? asked.stdout.trim() : undefined;
  },
  run: async ({ folder, service }) => {
    const running = await service();
    await (await import("../local/table-stream.ts")).ensureStream();
    await live(running);
    const lake = join(folder, "lake");
    const rows = await written(lake);
    const read = await ran(PYTHON, [
      resolve("scripts/checks/lake.py"),
      lake,
      resolve("docs/lake.md"),
    ]);
    if (read?.code !== 0) return [finding("read", read?.stderr ?? "not run")];
    return findingsIn(JSON.parse(read.stdout) as Found, rows);
  },
};

type Found = {
  readonly arrow: Readonly<Record<string, number>>;
  readonly duckdb: Readonly<Record<string, number>>;
  readonly queries: readonly (readonly (readonly unknown[])[])[];
};

const SELLERS = ["seller-1", "seller-2", "seller-3"];
const SALES = 300;

const sale = (n: number) => ({
  event_id: `lake-${n}`,
  event_type: "sale",
  supply_date: "2025-08-01",
  supply_kind: "goods",
  consumption_country: "DE",
  dispatch_country: "SE",
  currency: "EUR",
  taxable_amount_minor: 10_000 + n,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
  rate_category: "standard",
  supplier_role: "deemed_supplier",
  underlying_seller_id: SELLERS[n % SELLERS.length],
  description: "a shirt",
});

/** A history of sales, a refund of a tenth of them, reclassifications, and a lock. */
async function live({ url, full }: Service): Promise<void> {
  const ask = (path: string, body: unknown) => apiCall({ url, key: full }, "POST", path, body);
  const sales = Array.from({ length: SALES }, (_, n) => sale(n));
  const refunds = sales.slice(0, SALES / 10).map((sale) => ({
    ...sale,
    event_id: `${sale.event_id}-r`,
    event_type: "refund",
    original_event_id: sale.event_id,
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
  }));
  await ask("/v1/supply-events", { events: sales });
  await ask("/v1/supply-events", { events: refunds });
  const excluded = { classification_status: "excluded", note: "a trial" };
  await ask("/v1/supply-events/lake-299/classification", excluded);
  await ask("/v1/reports/locked-return-periods/union-oss?period=2025-Q3", {});
}

/** Writes the lake, copies it into the folder, and returns the number of rows of each table. */
async function written(folder: string): Promise<Record<string, number>> {
  const { writeLakeHere } = await import("../local/lake-here.ts");
  const { listLakeFiles, readLakeFile } = await import(
    "../../shared/operations/lake/store-lake.ts"
  );
  const { rowsOfParquet } = await import("../../shared/operations/lake/write-lake.ts");
  await writeLakeHere(new Date());
  const rows: Record<string, number> = {};
  for (const { key } of await listLakeFiles("")) {
    const bytes = (await readLakeFile(key)) ?? new Uint8Array();
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), bytes);
    if (!key.endsWith(".parquet")) continue;
    const table = key.split("/")[0] ?? "";
    rows[table] = (rows[table] ?? 0) + (await rowsOfParquet(bytes)).length;
  }
  return rows;
}

/** Compares what the engines have read with the history. */
function findingsIn({ arrow, duckdb, queries }: Found, rows: Readonly<Record<string, number>>) {
  const expected = [
    [JSON.stringify(only(arrow, rows)), JSON.stringify(rows), "rows by pyarrow"],
    [JSON.stringify(only(duckdb, rows)), JSON.stringify(rows), "rows by DuckDB"],
    [String(queries[0]?.length), String(SALES * 1.1), "records of Art. 242a"],
    [
      String(queries[1]?.reduce((sum, row) => sum + Number(row[4]), 0)),
      String(Array.from({ length: SALES }, (_, n) => 10_000 + n).reduce((a, b) => a + b) - 30_000),
      "sum of the sellers",
    ],
    [String((queries[3]?.length ?? 0) > 0), "true", "declared lines"],
  ] as const;
  return expected
    .filter(([got, wanted]) => got !== wanted)
    .map(([got, wanted, where]) => finding(where, `${got}, not ${wanted}`));
}

const only = (found: Readonly<Record<string, number>>, rows: object) =>
  Object.fromEntries(Object.keys(rows).map((name) => [name, found[name]]));

const finding = (where: string, text: string): Finding => ({ rule: "read", where, text });
