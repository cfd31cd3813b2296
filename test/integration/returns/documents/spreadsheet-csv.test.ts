import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call } from "../../../stack/api.ts";
import { fileOf, linesOf, sellerIn } from "./download.ts";
import { excluded, type Home, PERIOD, rich } from "./quarters.ts";

const DENMARK: Home = { country: "DK", rate_bps: 2500 };

const NAMES = {
  "summary.csv": "oss-quarterly-summary/export",
  "country-breakdown.csv": "country-vat-breakdown/export",
} as const;
type Name = keyof typeof NAMES;

const DETAIL = "record_type";

let seller: Account;
beforeAll(async () => {
  seller = await sellerIn(DENMARK, [...rich(DENMARK)]);
});

async function textOf(name: Name, options: string, of = seller): Promise<string> {
  const path = `/v1/reports/${NAMES[name]}?period=${PERIOD}&format=csv&${options}`;
  const { status, text } = await call(of.readOnly, "GET", path);
  expect(status, text).toBe(200);
  return text;
}

/** What the specified CSV says, without the instant at which it was made. */
const specified = async (name: Name) =>
  linesOf((await fileOf(seller, name, PERIOD)).text).map(withoutInstant);

const withoutInstant = ({ generated_at, ...line }: Readonly<Record<string, string>>) => line;

/** A field as it would be in the specified CSV. */
const withPoint = (field: string): string => field.replace(/^(-?\d+),(\d+)$/, "$1.$2");

describe.for(Object.keys(NAMES) as Name[])("%s", (name) => {
  it.for([
    ["semicolon", ";"],
    ["tab", "\t"],
  ] as const)("with a %s and decimal commas says the same", async ([word, delimiter]) => {
    const text = await textOf(name, `delimiter=${word}&decimal=comma`);
    const lines: Record<string, string>[] = parse(text, { columns: true, delimiter });
    const read = lines.map((line) =>
      withoutInstant(
        Object.fromEntries(
          Object.entries(line).map(([column, field]) => [column, withPoint(field)]),
        ),
      ),
    );
    expect(read).toEqual(await specified(name));
    expect(lines.some((line) => /^-?\d+,\d\d$/.test(line["vat_amount"] ?? ""))).toBe(true);
    expect(
      lines.flatMap((line) => Object.values(line)).filter((one) => /^-?\d+\.\d+$/.test(one)),
    ).toEqual([]);
  });

  it("with decimal commas has no field in quotes", async () => {
    const [, ...lines] = (await textOf(name, "delimiter=semicolon&decimal=comma")).split("\r\n");
    const numbers = lines.flatMap((line) => line.split(";")).filter((field) => /\d,\d/.test(field));
    expect(numbers.length).toBeGreaterThan(20);
    for (const number of numbers) expect(number).toMatch(/^-?\d+,\d\d$/);
  });

  it("with the manifest once has it as a list above the table", async () => {
    const text = await textOf(name, "manifest=once");
    const lines: string[][] = parse(text);
    const empty = lines.findIndex((line) => line.every((field) => field === ""));
    const [head = [], ...table] = lines.slice(empty + 1);
    const columns = Object.keys(linesOf((await fileOf(seller, name, PERIOD)).text)[0] ?? {});
    expect(head).toEqual(columns.slice(columns.indexOf(DETAIL)));
    const manifest = Object.fromEntries(
      lines.slice(0, empty).map(([field, value]) => [field, value]),
    );
    expect(Object.keys(manifest)).toEqual(columns.slice(0, columns.indexOf(DETAIL)));
    const whole = table.map((line) =>
      withoutInstant({
        ...manifest,
        ...Object.fromEntries(line.map((field, n) => [head[n], field])),
      }),
    );
    expect(whole).toEqual(await specified(name));
  });

  it("with what is usual said aloud is the specified CSV, byte for byte", async () => {
    const text = await textOf(name, "delimiter=comma&decimal=point&manifest=repeat");
    const { text: usual } = await fileOf(seller, name, PERIOD);
    const plain = (csv: string) => csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
    expect(plain(text)).toBe(plain(usual));
  });
});

describe("a return without rows", () => {
  it("has its manifest and the heads alone", async () => {
    const nobody = await sellerIn(DENMARK, excluded(DENMARK));
    const lines: string[][] = parse(await textOf("summary.csv", "manifest=once", nobody));
    expect(lines.at(-1)?.[0]).toBe(DETAIL);
    expect(lines).toHaveLength(15);
  });
});

describe("an export of any scheme", () => {
  it("takes the same options", async () => {
    const options = "view=summary&format=csv&delimiter=semicolon&decimal=comma&manifest=once";
    const path = `/v1/returns/union-oss/${PERIOD}/export?${options}`;
    const { status, text } = await call(seller.readOnly, "GET", path);
    expect(status, text).toBe(200);
    const plain = (csv: string) => csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
    const same = await textOf("summary.csv", "delimiter=semicolon&decimal=comma&manifest=once");
    expect(plain(text)).toBe(plain(same));
  });
});
