import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Import, ImportFormat } from "../../../client/src/eu-vat-client.ts";
import { formFields } from "../../../functions/console/web/filing/form-fields.ts";
import { deedsFor } from "../../../functions/console/web/imports/import-deeds.ts";
import {
  settingFields,
  wantedImport,
} from "../../../functions/console/web/imports/wanted-import.ts";
import { fullPage } from "../../../functions/console/web/paging/full-page.ts";
import { en } from "../../../functions/console/web/texts/en.ts";
import { IMPORT_FORMATS } from "../../../shared/imports/formats/formats.ts";
import {
  EXCLUSIONS,
  OPEN_QUESTIONS,
  REMARKS,
  ROW_FAULTS,
} from "../../../shared/imports/formats/reasons.ts";
import { importFormatViews } from "../../../shared/imports/jobs/schema.ts";

const shown = importFormatViews().items as readonly ImportFormat[];

const formatOf = (name: string): ImportFormat => {
  const format = shown.find((one) => one.format === name);
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
      const unnamed = fields.filter((one) => !(`code.field.${one.name}` in en));
      expect(unnamed).toEqual([]);
      const values = fields.map((one) => [`settings.${one.name}`, typicalOf(one)]);
      const data = filled({ source_id: "shop", ...Object.fromEntries(values) });
      const { asked } = wantedImport(data, FILE, formatOf(name));
      const schema = IMPORT_FORMATS.find((one) => one.name === name)?.settings;
      const settings = { ...asked.settings, source_id: "shop" };
      expect(schema?.safeParse(settings)).toMatchObject({ success: true });
    },
  );

  it("knows lists, pairs, what is usual, and leaves out what is always the same", () => {
    const fieldOf = (format: string, name: string) =>
      formFields(formatOf(format).settings).find((one) => one.name === name);
    expect(fieldOf("woocommerce_json", "vat_number_meta")?.kind).toBe("list");
    expect(fieldOf("stripe_itemized", "tax_code_kinds")?.kind).toBe("pairs");
    expect(fieldOf("events_csv", "date_form")?.usual).toBe("YYYY-MM-DD");
    expect(fieldOf("amazon_vcs", "supply_kind")).toBeUndefined();
  });

  it("is sent with what was typed: a tab, a list, pairs, and nothing that was left empty", () => {
    const typed = (name: string, values: Record<string, string>) =>
      wantedImport(filled(values), FILE, formatOf(name));
    const separated = { source_id: " shop ", "settings.separator": "\t", dry_run: "on" };
    expect(typed("events_csv", separated)).toEqual({
      file: FILE,
      dryRun: true,
      asked: {
        format: "events_csv",
        source_id: "shop",
        settings: { separator: "\t" },
        size_bytes: 2,
      },
    });
    const codes = { "settings.tax_code_kinds": " txcd_1 = goods\n\ntxcd_2: tbe_services\n" };
    const pairs = typed("stripe_itemized", { source_id: "s", ...codes });
    expect(pairs.asked.settings).toEqual({
      tax_code_kinds: { txcd_1: "goods", txcd_2: "tbe_services" },
    });
    expect(pairs.dryRun).toBe(false);
    const keys = { "settings.vat_number_meta": "_vat\n_uid\n" };
    expect(typed("woocommerce_json", { source_id: "s", ...keys }).asked.settings).toEqual({
      vat_number_meta: ["_vat", "_uid"],
    });
  });
});

const TYPICAL: Readonly<Record<string, string>> = {
  dispatch_country: "DE",
  establishment_country: "DE",
  time_zone: "Europe/Berlin",
  tax_code_kinds: "txcd_1 = goods",
  vat_number_meta: "_vat",
  link_metadata_key: "order",
};

const typicalOf = ({ name, options }: ReturnType<typeof formFields>[number]): string =>
  options[0] ?? TYPICAL[name] ?? "";

it("every reason of a row has a text", () => {
  const reasons = [EXCLUSIONS, OPEN_QUESTIONS, REMARKS].flatMap((one) => Object.keys(one));
  const all = [...reasons, ...ROW_FAULTS, "event_conflict", "refused_by_ledger"];
  expect(all.filter((reason) => !(`code.finding.${reason}` in en))).toEqual([]);
});

it("every reason why a file cannot be used has a text", () => {
  const code = globSync("shared/imports/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const codes = [...code.join("\n").matchAll(/new FileFault\(\s*"(\w+)"|code: "(\w+)"/g)].map(
    ([, thrown, named]) => thrown ?? named,
  );
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((one) => !(`code.error.${one}` in en))).toEqual([]);
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
    [{ status: "failed", error: { code: "interrupted", message: "" } }, ["retry", "undo"]],
    [{ status: "failed", error: { code: "truncated", message: "" }, counts: NO_ROWS }, []],
    [{ status: "undoing" }, []],
    [{ status: "undone" }, []],
    [{ status: "expired" }, []],
  ])("%o", ([changes, deeds]) => {
    expect(deedsFor(job(changes))).toEqual(deeds);
  });
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
