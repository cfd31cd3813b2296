import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type FileName, fileOf, type Line, linesOf, sellerIn } from "./download.ts";
import { correctionsOnly, type Event, excluded, type Home, PERIOD, rich } from "./quarters.ts";

const FRANCE: Home = { country: "FR", rate_bps: 2000 };

const NAMES = ["summary.csv", "country-breakdown.csv"] as const satisfies FileName[];
const QUARTERS: readonly [name: string, events: readonly Event[]][] = [
  ["a rich quarter", rich(FRANCE)],
  ["a quarter of corrections", correctionsOnly(FRANCE)],
  ["a nil quarter", []],
  ["a quarter whose events are all excluded", excluded(FRANCE)],
];

/** The columns as the documentation lists them. */
async function documentedColumns(): Promise<string[]> {
  const page = await readFile(new URL("../../../../docs/csv-columns.md", import.meta.url), "utf8");
  return [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name as string);
}

/** What only lines of a record have. */
const isDetail = (column: string, columns: readonly string[]): boolean =>
  columns.indexOf(column) >= columns.indexOf("record_type");

describe.for(QUARTERS)("%s", ([, events]) => {
  const texts = new Map<FileName, string>();
  const lines = (name: FileName): Line[] => linesOf(texts.get(name) as string);

  beforeAll(async () => {
    const seller = await sellerIn(FRANCE, events);
    for (const name of NAMES) texts.set(name, (await fileOf(seller, name, PERIOD)).text);
  });

  it.for(NAMES)("%s has the documented columns on every line", async (name) => {
    const columns = await documentedColumns();
    expect(columns).toHaveLength(28);
    expect(texts.get(name)?.split("\r\n")[0]).toBe(columns.join(","));
    expect(lines(name).length).toBeGreaterThan(0);
    for (const line of lines(name)) expect(Object.keys(line)).toEqual(columns);
  });

  it.for(NAMES)("%s ends every line with CRLF and has no other line break", (name) => {
    const text = texts.get(name) ?? "";
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/^[\r\n\x20-\x7e]*$/);
  });

  it.for(NAMES)("%s holds nothing that a spreadsheet computes", (name) => {
    for (const field of lines(name).flatMap((line) => Object.values(line))) {
      expect(field).not.toMatch(/^([=+@\t\r']|-(?!\d+\.\d\d$))/);
    }
  });

  it.for(NAMES)("%s repeats its manifest on every line", async (name) => {
    const columns = await documentedColumns();
    const manifests = lines(name).map((line) =>
      JSON.stringify(Object.entries(line).filter(([column]) => !isDetail(column, columns))),
    );
    expect(new Set(manifests).size).toBe(1);
  });

  it.for(NAMES)("%s fills of each record what the documentation says", async (name) => {
    const columns = await documentedColumns();
    const filled = (line: Line) =>
      columns.filter((column) => isDetail(column, columns) && line[column] !== "");
    for (const line of lines(name)) {
      expect(filled(line)).toEqual(FIELDS[line["record_type"] as keyof typeof FIELDS](line));
    }
  });
});

const BALANCE = ["current_vat", "correction_vat", "payable_vat", "included_in_grand_total"];

const FIELDS = {
  row: ({ section = "" }: Line) => [
    "record_type",
    "section",
    "member_state_of_consumption",
    "supply_kind",
    ...(["2c", "2d"].includes(section) ? ["from_member_state"] : []),
    "rate_category",
    "vat_rate_pct",
    "taxable_amount",
    "vat_amount",
    "event_count",
  ],
  correction: () => [
    "record_type",
    "member_state_of_consumption",
    "original_period",
    "taxable_amount",
    "vat_amount",
    "event_count",
  ],
  balance: () => ["record_type", "member_state_of_consumption", ...BALANCE],
  country_total: () => ["record_type", "member_state_of_consumption", "taxable_amount", ...BALANCE],
  // The one line of a return that has none.
  "": () => [],
};

describe("the lines of a return", () => {
  let seller: Awaited<ReturnType<typeof sellerIn>>;
  beforeAll(async () => {
    seller = await sellerIn(FRANCE, rich(FRANCE));
  });

  const typesOf = async (name: FileName) =>
    linesOf((await fileOf(seller, name, PERIOD)).text).map((line) => line["record_type"]);

  it("come row by row, then correction by correction, then balance by balance", async () => {
    const types = await typesOf("summary.csv");
    const runs = types.filter((type, n) => type !== types[n - 1]);
    expect(runs).toEqual(["row", "correction", "balance"]);
  });

  it("come Member State by Member State, each closed by its total", async () => {
    const { text } = await fileOf(seller, "country-breakdown.csv", PERIOD);
    const states = linesOf(text).map((line) => line["member_state_of_consumption"]);
    const closed = linesOf(text)
      .filter((line) => line["record_type"] === "country_total")
      .map((line) => line["member_state_of_consumption"]);
    expect(states.filter((state, n) => state !== states[n - 1])).toEqual(closed);
    expect((await typesOf("country-breakdown.csv")).at(-1)).toBe("country_total");
  });
});
