import { describe, expect, it } from "vitest";
import { rowFacts } from "../../../../shared/imports/formats/row-facts.ts";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES } from "../../../make/import-sample.ts";

describe.each(SAMPLES)("$format.name", ({ format, settings, bytes }) => {
  it("names the order, the day and the country of rows that make no event", async () => {
    const rows = await importInMemory(format, settings, bytes);
    const others = rows.filter(({ outcome }) => outcome.outcome !== "event");
    expect(others.length).toBeGreaterThan(0);
    const text = textOf(bytes);
    for (const { facts, outcome } of others) {
      const reason = outcome.outcome === "rejected" ? outcome.faults[0].reason : "";
      if (["not_json", "wrong_number_of_cells", "row_cut_off"].includes(reason)) continue;
      expect(facts?.order_id).toBeTypeOf("string");
      expect(text).toContain(facts?.order_id);
    }
    expect(others.some(({ facts }) => facts?.country)).toBe(true);
  });

  it("has for a row that a fault keeps out the amount that its events had", async () => {
    const before = new Map(
      (await importInMemory(format, settings, bytes)).map((row) => [row.at, row]),
    );
    // Countries that no sale can be in leave the amounts as they are.
    const changed = textOf(bytes).replaceAll(/\b(?:FR|IT|AT)\b/g, "QQ");
    const after = await importInMemory(format, settings, utf8(changed));
    const both = after.flatMap(({ at, facts, outcome }) => {
      const sold = before.get(at)?.outcome;
      if (sold?.outcome !== "event" || outcome.outcome === "event") return [];
      if (facts?.gross_minor === undefined) return [];
      const sum = sold.events.reduce(
        (total, event) => total + event.taxable_amount_minor + event.vat_amount_minor,
        0,
      );
      return [
        [at, facts.currency, Math.abs(facts.gross_minor), sold.events[0]?.currency, Math.abs(sum)],
      ];
    });
    for (const [, currency, gross, sameCurrency, sum] of both) {
      expect([currency, gross]).toEqual([sameCurrency, sum]);
    }
  });
});

it("quotes the cell at fault of a table, and no cell of free text", async () => {
  const sample = SAMPLES.find(({ format }) => format.name === "events_csv");
  if (!sample) throw new RangeError("events_csv");
  const { format, settings, bytes } = sample;
  const [header = "", first = ""] = textOf(bytes).split("\r\n");
  const names = header.replace(/^\uFEFF/, "").split(";");
  const cells = first.split(";");
  const withCell = async (column: string, cell: string) => {
    const row = names.map((name, n) => (name === column ? cell : cells[n])).join(";");
    const [read] = await importInMemory(format, settings, utf8(`${header}\r\n${row}\r\n`));
    const { outcome } = read ?? {};
    return outcome?.outcome === "rejected"
      ? outcome.faults.map(({ reason, value }) => [reason, value])
      : outcome;
  };
  expect(await withCell("supply_date", "soon")).toEqual([["bad_date", "soon"]]);
  expect(await withCell("currency", "EU?")).toContainEqual(["unknown_currency", "EU?"]);
  expect(await withCell("event_type", "Ada Example")).toEqual([["invalid_value", undefined]]);
});

describe("the facts of a row", () => {
  it.each<[unknown, Parameters<typeof rowFacts>[1], object]>([
    [
      "#1001",
      { country: "fr", currency: "eur", gross: () => 1200 },
      { order_id: "#1001", country: "FR", currency: "EUR", gross_minor: 1200 },
    ],
    [7, {}, { order_id: "7" }],
    ["", { country: "France", currency: "EUR", gross: () => Number.NaN }, {}],
    ["x".repeat(61), { currency: "???", gross: () => 1 }, {}],
    [{ a: 1 }, { country: ["F"], currency: null, gross: () => "1" }, {}],
    [undefined, { currency: "EUR", gross: () => 2 ** 60 }, {}],
  ])("%j %o are %o", (order, amount, facts) => expect(rowFacts(order, amount)).toEqual(facts));
});
