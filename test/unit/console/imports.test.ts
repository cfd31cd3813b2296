import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Import, ImportFormat } from "../../../client/src/eu-vat-client.ts";
import { formFields } from "../../../console/src/filing/form-fields.ts";
import { fileSize } from "../../../console/src/format/file-size.ts";
import {
  checkIn,
  findingGroups,
  needsHelp,
  reasonText,
  rowName,
} from "../../../console/src/imports/finding-groups.ts";
import { actionsFor } from "../../../console/src/imports/import-action-rules.ts";
import {
  lastImport,
  proposedSource,
  settingText,
} from "../../../console/src/imports/remembered.ts";
import { shownSettings } from "../../../console/src/imports/shown-settings.ts";
import { undoneQuarters } from "../../../console/src/imports/undone-quarters.ts";
import { settingFields, wantedImport } from "../../../console/src/imports/wanted-import.ts";
import { fullPage } from "../../../console/src/paging/full-page.ts";
import { countryCodes, seatAsChoice } from "../../../console/src/parts/countries.ts";
import { en } from "../../../console/src/texts/en.ts";
import { IMPORT_FORMATS } from "../../../shared/imports/formats/formats.ts";
import {
  EXCLUSIONS,
  OPEN_QUESTIONS,
  REMARKS,
  ROW_FAULTS,
} from "../../../shared/imports/formats/reasons.ts";
import { importFormatPage } from "../../../shared/imports/jobs/schema.ts";
import { CountryCode } from "../../../shared/vat/reference-data/schema.ts";
import { sayIn } from "../../make/say.ts";

const tableRows = importFormatPage({ limit: 50 }).items as readonly ImportFormat[];

const formatOf = (name: string): ImportFormat => {
  const format = tableRows.find((tableRow) => tableRow.format === name);
  if (!format) throw new Error(`no format ${name}`);
  return format;
};

const filled = (values: Readonly<Record<string, string>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
};

const FILE = new File(["{}"], "a.ndjson");

describe("the form of a format's settings", () => {
  it.for(IMPORT_FORMATS.map(({ name }) => name))(
    "of %s has a text for every field, and takes what is filled in",
    (name) => {
      const fields = settingFields(formatOf(name));
      const unnamed = fields.filter((field) => !(`code.field.${field.name}` in en));
      expect(unnamed).toEqual([]);
      const values = fields.map((field) => [`settings.${field.name}`, typicalOf(field)]);
      const data = filled({ source_id: "shop", ...Object.fromEntries(values) });
      const { asked } = wantedImport(data, FILE, formatOf(name));
      const schema = IMPORT_FORMATS.find((importFormat) => importFormat.name === name)?.settings;
      const settings = { ...asked.settings, source_id: "shop" };
      expect(schema?.safeParse(settings)).toMatchObject({ success: true });
    },
  );

  it("knows lists, pairs, what is usual, and leaves out what is always the same", () => {
    const fieldOf = (format: string, name: string) =>
      formFields(formatOf(format).settings).find((formField) => formField.name === name);
    expect(fieldOf("woocommerce_json", "vat_number_meta")?.kind).toBe("list");
    expect(fieldOf("stripe_itemized", "tax_code_kinds")?.kind).toBe("pairs");
    expect(fieldOf("events_csv", "date_form")?.usual).toBe("YYYY-MM-DD");
    expect(fieldOf("amazon_vcs", "supply_kind")).toBeUndefined();
  });

  it("is sent with what was typed: a tab, a list, pairs, and nothing that was left empty", () => {
    const typed = (name: string, values: Record<string, string>) =>
      wantedImport(filled(values), FILE, formatOf(name));
    const separated = { source_id: " shop ", "settings.separator": "\t" };
    expect(typed("events_csv", separated)).toEqual({
      file: FILE,
      asked: {
        format: "events_csv",
        source_id: "shop",
        settings: { separator: "\t" },
        file_name: FILE.name,
        size_bytes: 2,
      },
    });
    const codes = { "settings.tax_code_kinds": " txcd_1 = goods\n\ntxcd_2: tbe_services\n" };
    const pairs = typed("stripe_itemized", { source_id: "s", ...codes });
    expect(pairs.asked.settings).toEqual({
      tax_code_kinds: { txcd_1: "goods", txcd_2: "tbe_services" },
    });
    const keys = { "settings.vat_number_meta": "_vat\n_uid\n" };
    expect(typed("woocommerce_json", { source_id: "s", ...keys }).asked.settings).toEqual({
      vat_number_meta: ["_vat", "_uid"],
    });
  });
});

it.for([
  ["id;day;net\n1;30.11.2026;1.234,56\n", { decimal_separator: ",", date_form: "DD.MM.YYYY" }],
  ['id,day,net\n1,30.11.2026,"19,99"\n', { decimal_separator: ",", date_form: "DD.MM.YYYY" }],
  ["id\tnet\tday\r\n1\t-5,5\t1.2.2026\r\n", { decimal_separator: ",", date_form: "DD.MM.YYYY" }],
  ["id,day,net\n1,2026-11-30,1234.56\n", {}],
  ["id;day;net\n1;2026-11-30;1,234.56\n", {}],
  ["id;name;net\n1;Version 30.11.2026, 12,50 off;5.00\n", {}],
] as const)("the rows %j show how figures and days are written", ([head, settings]) => {
  expect(shownSettings(head)).toEqual(settings);
});

const TYPICAL: Readonly<Record<string, string>> = {
  dispatch_country: "DE",
  establishment_country: "DE",
  time_zone: "Europe/Berlin",
  tax_code_kinds: "txcd_1 = goods",
  vat_number_meta: "_vat",
  line_kinds: "Pfand = deposit",
  link_metadata_key: "order",
};

const typicalOf = ({ name, options }: ReturnType<typeof formFields>[number]): string =>
  options[0] ?? TYPICAL[name] ?? "";

it("every reason of a row has a text", () => {
  const reasons = [EXCLUSIONS, OPEN_QUESTIONS, REMARKS].flatMap((one) => Object.keys(one));
  const all = [...reasons, ...ROW_FAULTS, "event_conflict", "refused_by_ledger"];
  expect(all.filter((reason) => !(`code.finding.${reason}` in en))).toEqual([]);
});

it("every reason that needs somebody says what to do", () => {
  const open = [
    ...Object.keys(OPEN_QUESTIONS),
    ...ROW_FAULTS,
    "event_conflict",
    "refused_by_ledger",
  ];
  expect(open.filter((reason) => !(`code.remedy.${reason}` in en))).toEqual([]);
});

it("every format has a name, and every setting a choice with a name", () => {
  expect(tableRows.filter(({ format }) => !(`code.format.${format}` in en))).toEqual([]);
});

it("every reason why a file cannot be used has a text", () => {
  const code = globSync("shared/imports/**/*.ts")
    // The codes of a bridge are of its lines.
    .filter((file) => !file.includes("/bridge/"))
    .map((file) => readFileSync(file, "utf8"));
  const codes = [...code.join("\n").matchAll(/new FileFault\(\s*"(\w+)"|code: "(\w+)"/g)].map(
    ([, thrown, named]) => thrown ?? named,
  );
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !(`code.error.${code}` in en))).toEqual([]);
});

describe("what can be done with an import", () => {
  const NO_ROWS = {
    rows: 0,
    committed: 0,
    duplicate: 0,
    conflict: 0,
    excluded: 0,
    unresolved: 0,
    rejected: 0,
  };
  const job = (changes: Partial<Import>): Import =>
    ({
      dry_run: false,
      counts: { ...NO_ROWS, committed: 1 },
      error: null,
      open_rows: [],
      open_rows_settled_at: null,
      ...changes,
    }) as Import;
  const failureOf = (code: string) => ({ code, message: "", recognised_format: null });
  const open_rows = [{ month: "2026-08", row_count: 1 }];

  it.for<[Partial<Import>, string[]]>([
    [{ status: "awaiting_upload" }, ["cancel"]],
    [{ status: "reading", dry_run: true }, ["cancel"]],
    [{ status: "importing" }, ["cancel"]],
    [{ status: "checked", dry_run: true }, ["commit", "cancel"]],
    [{ status: "completed" }, ["undo"]],
    [{ status: "completed", counts: NO_ROWS }, []],
    [{ status: "completed", open_rows }, ["settle", "undo"]],
    [{ status: "completed", open_rows, counts: NO_ROWS }, ["settle"]],
    [
      { status: "completed", open_rows, open_rows_settled_at: "2026-11-23T10:00:00.000Z" },
      ["undo"],
    ],
    [{ status: "checked", dry_run: true, open_rows }, ["commit", "cancel"]],
    // Of a dry run that was ended nothing is in the ledger, whatever it has foreseen.
    [{ status: "cancelled", dry_run: true }, []],
    [{ status: "cancelled" }, ["undo"]],
    [{ status: "failed", error: failureOf("interrupted") }, ["retry", "undo"]],
    [{ status: "failed", error: failureOf("truncated"), counts: NO_ROWS }, []],
    [{ status: "undoing" }, []],
    [{ status: "undone" }, []],
    [{ status: "expired" }, []],
  ])("%o", ([changes, deeds]) => {
    expect(actionsFor(job(changes))).toEqual(deeds);
  });
});

describe("the findings of an import", () => {
  it("stand in groups: what needs help first, the most frequent first, what was left out last", () => {
    const reasons = {
      not_paid: 4,
      net_derived: 2,
      bad_date: 1,
      event_conflict: 7,
      country_missing: 1,
      no_vat_charged: 3,
      unknown_to_this_version: 1,
    };
    const groups = findingGroups({ reasons });
    expect(groups.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      "unresolved no_vat_charged",
      "unresolved country_missing",
      "rejected bad_date",
      "rejected unknown_to_this_version",
      "conflict event_conflict",
      "event net_derived",
      "excluded not_paid",
    ]);
    expect(groups.map(needsHelp)).toEqual([true, true, true, true, true, false, false]);
  });

  it("are of the ledger where they tell of the tax of a row that was taken", () => {
    const [group] = findingGroups({ reasons: { "check:rate_not_in_force": 2 } });
    expect(group).toMatchObject({ outcome: "event", count: 2 });
    expect(checkIn("check:rate_not_in_force")).toBe("rate_not_in_force");
    expect(checkIn("rate_not_in_force")).toBeUndefined();
    const say = sayIn("en", "en-GB");
    const text = reasonText("check:rate_not_in_force", say);
    expect(text).toBe("This VAT rate is not in force there on that day.");
    expect(reasonText("rate_not_in_force", say)).not.toBe(text);
  });

  it.each([
    ["12", "12"],
    ["/0", "1"],
    ["orders/3", "4"],
    ["/3/refunds/0", "4.1"],
    ["", ""],
  ])("the row %j is called %j", (row, name) => expect(rowName(row)).toBe(name));
});

describe("the settings of the last import", () => {
  const job = (id: string, changes: Partial<Import>) =>
    ({ id, format: "shopify_csv", source_id: "a", status: "completed", ...changes }) as Import;
  const imports = [
    job("5", { status: "failed", source_id: "b" }),
    job("4", { source_id: "b" }),
    job("3", { format: "amazon_avtr", source_id: "eu" }),
    job("2", { status: "checked" }),
    job("1", {}),
  ];

  it("are those of the same shop, or of the format, and never those of a file that failed", () => {
    expect(lastImport(imports, "shopify_csv", "a")?.id).toBe("2");
    expect(lastImport(imports, "shopify_csv", "b")?.id).toBe("4");
    expect(lastImport(imports, "shopify_csv", "new")?.id).toBe("4");
    expect(lastImport(imports, "stripe_itemized", "a")).toBeUndefined();
  });

  it("propose the last shop, or a name from the format", () => {
    expect(proposedSource(imports, "amazon_avtr")).toBe("eu");
    expect(proposedSource(imports, "stripe_itemized")).toBe("stripe");
    expect(proposedSource(imports, "events_csv")).toBe("");
    expect(proposedSource(imports, "newshop_json")).toBe("newshop");
    for (const { format } of tableRows) expect(proposedSource([], format)).toMatch(/^[a-z0-9]*$/);
  });

  it("are written as their inputs have them", () => {
    expect([undefined, "DE", ["a", "b"], { txcd_1: "goods" }].map(settingText)).toEqual([
      undefined,
      "DE",
      "a\nb",
      "txcd_1 = goods",
    ]);
  });
});

describe("countries to choose", () => {
  it("are the Member States for goods, and all that the service takes for services", () => {
    const goods = countryCodes("dispatch_country");
    expect(goods).toHaveLength(28);
    const services = countryCodes("establishment_country");
    expect(services.filter((code) => !CountryCode.safeParse(code).success)).toEqual([]);
    expect(new Set(services).size).toBe(services.length);
    expect(services.length).toBeGreaterThan(240);
    expect(services).toEqual(expect.arrayContaining([...goods, "CH"]));
  });

  it("take the seat where it may stand", () => {
    expect(seatAsChoice("dispatch_country", "US")).toBeUndefined();
    expect(seatAsChoice("establishment_country", "US")).toBe("US");
    expect(seatAsChoice("dispatch_country", "EL")).toBe("EL");
    expect(seatAsChoice("dispatch_country", null)).toBeUndefined();
  });
});

it.each([
  [1, "1 byte"],
  [999, "999 byte"],
  [6_234, "6.2 kB"],
  [3_400_000, "3.4 MB"],
  [1_000_000_000, "1 GB"],
])("a file of %d bytes has %s", (bytes, size) => {
  expect(fileSize(bytes, "en-GB").replace("bytes", "byte")).toBe(size);
});

it("an undo names what leaves each quarter, by currency", () => {
  const sum = (month: string, currency: string, vat_amount_minor: number) => ({
    month,
    currency,
    events: 1,
    taxable_amount_minor: 0,
    vat_amount_minor,
  });
  const months = [
    sum("2026-03", "EUR", 5),
    sum("2026-04", "EUR", 7),
    sum("2026-06", "EUR", -2),
    sum("2026-06", "SEK", 1),
  ];
  expect(undoneQuarters({ months })).toEqual([
    { quarter: "2026-Q1", currency: "EUR", events: 1, vat_amount_minor: 5 },
    { quarter: "2026-Q2", currency: "EUR", events: 2, vat_amount_minor: 5 },
    { quarter: "2026-Q2", currency: "SEK", events: 1, vat_amount_minor: 1 },
  ]);
});

describe("a page of a list", () => {
  /** A list of numbers that answers at most `most` of them a call, from a cursor on. */
  const list = (length: number, most: number) => {
    const calls: number[] = [];
    return {
      calls,
      ask: async ({ limit, cursor = "0" }: { limit: number; cursor?: string }) => {
        calls.push(limit);
        const from = Number(cursor);
        const to = Math.min(length, from + Math.min(limit, most));
        const items = Array.from({ length: to - from }, (_, n) => from + n);
        return { items, next_cursor: to < length ? String(to) : null };
      },
    };
  };

  it("is full, however few rows a call answers, and no row is twice or missing", async () => {
    const { ask, calls } = list(250, 30);
    const first = await fullPage(ask, null);
    expect(calls).toEqual([100, 70, 40, 10]);
    const second = await fullPage(ask, first.next_cursor);
    const third = await fullPage(ask, second.next_cursor);
    expect(third.next_cursor).toBeNull();
    const all = [first, second, third].flatMap(({ items }) => items);
    expect(all).toEqual(Array.from({ length: 250 }, (_, n) => n));
  });

  it("does not ask for ever where calls answer nothing", async () => {
    const page = await fullPage(async () => ({ items: [], next_cursor: "on" }), null);
    expect(page).toEqual({ items: [], next_cursor: "on" });
  });
});
