import { describe, expect, it } from "vitest";
import { FileFault } from "../../../../shared/imports/files/csv-record.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { DAMAGES, textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { JSON_FORMATS, SAMPLES, type Sample } from "../../../make/import-sample.ts";
import { eachNth } from "../../../stack/soak.ts";

/** The fault that a file is refused with; undefined when it is read. */
async function faultOf({ format, settings }: Sample, bytes: Uint8Array) {
  try {
    await importInMemory(format, settings, bytes);
    return undefined;
  } catch (error) {
    if (error instanceof FileFault) return error;
    throw error;
  }
}

describe.each(
  SAMPLES.filter(({ format }) => format.name !== "events_ndjson").map(
    (sample) => [sample.format.name, sample] as const,
  ),
)("%s", (_name, sample) => {
  it.each(DAMAGES)("says what is wrong with %s", async (_what, damage, code) => {
    const fault = await faultOf(sample, damage(sample.bytes));
    expect(fault?.code).toMatch(code);
    expect(fault?.message).toMatch(/^[A-Z].*\.$/);
  });
});

const TABLES = SAMPLES.filter(({ format }) => format.file.kind === "table");
/** One reader takes all tables. */
const LONG_CELLS = new Set(eachNth(5, TABLES));

describe.each(TABLES.map((table) => [table.format.name, table] as const))(
  "the table %s",
  (_name, sample) => {
    const text = textOf(sample.bytes);
    const header = text.split("\n")[0] ?? "";
    const separator = ["\t", ";", ","].find((mark) => header.includes(mark)) ?? ",";
    const names = header.replace(/\r$/, "").split(separator);

    it("does without none of its needed columns", async () => {
      const { file } = sample.format.withSettings(
        sample.format.settings.parse(sample.settings),
        BUILT_IN_RATES,
      );
      const needed =
        file.kind === "table" ? file.form.needed.filter((each) => typeof each === "string") : [];
      expect(needed.length).toBeGreaterThan(4);
      for (const column of needed) {
        const others = names.map((name) => (name.replace("\uFEFF", "") === column ? "ELSE" : name));
        const without = text.replace(header, `${others.join(separator)}\n`);
        const fault = await faultOf(sample, utf8(without));
        expect([fault?.code, fault?.message]).toEqual([
          "missing_columns",
          `The header lacks needed columns: ${column}.`,
        ]);
      }
    });

    it("finds its columns in any order and case, and passes over others", async () => {
      const rows = text.trimEnd().split(/\r?\n/);
      const turned = [[...names, "EXTRA"].toReversed().join(separator).toUpperCase()];
      const fault = await faultOf(sample, utf8(`${turned}\n`));
      expect(fault).toBeUndefined();
      expect(rows.length).toBeGreaterThan(1);
    });

    it("refuses a column that is there twice", async () => {
      const fault = await faultOf(
        sample,
        utf8(text.replace(header, `${names[0]}${separator}${header}`)),
      );
      expect(fault?.code).toBe("doubled_columns");
    });

    it("refuses another separator", async () => {
      const fault = await faultOf(sample, utf8(text.replaceAll(separator, "|")));
      expect(fault?.message).toMatch(/^The header is one single column/);
    });

    it.for(LONG_CELLS.has(sample) ? [1_100_000] : [])(
      "refuses a cell of %i characters",
      async (length) => {
        const fault = await faultOf(sample, utf8(`${header}\n${"x".repeat(length)}\n`));
        expect([fault?.code, fault?.message]).toEqual([
          "too_large",
          "Row 2 has more than 1000000 characters.",
        ]);
      },
    );

    it("rejects a row of too many cells, and reads those after it", async () => {
      const broken = `${header.trimEnd()}\n${names.map(() => "x").join(separator)}${separator}x\n`;
      const rows = await importInMemory(sample.format, sample.settings, utf8(broken));
      expect(rows.map(({ outcome }) => outcome)).toMatchObject([
        { outcome: "rejected", faults: [{ reason: "wrong_number_of_cells" }] },
      ]);
    });
  },
);

const QUOTED = TABLES.filter(({ format }) => format.name !== "amazon_avtr");

describe.each(QUOTED.map((sample) => [sample.format.name, sample] as const))(
  "quotes in %s",
  (_name, sample) => {
    const [header = "", first = ""] = textOf(sample.bytes).split(/\r?\n/);

    it("are reported when they are never closed", async () => {
      const fault = await faultOf(sample, utf8(`${header}\n${first}\n"${first}\n`));
      expect([fault?.code, fault?.message]).toEqual([
        "broken_quotes",
        "The quotes that open in row 3 are never closed: the file is cut off, or a quote is missing.",
      ]);
    });

    it("are reported inside a cell", async () => {
      const fault = await faultOf(sample, utf8(`${header}\n${first}\n2" nail${first}\n`));
      expect(fault?.message).toBe(
        "The quotes in row 3 do not fit: a quote inside a cell must be doubled.",
      );
    });
  },
);

describe("another report", () => {
  it.each([
    ["amazon_avtr", "amazon_vcs", "This is another report: Amazon VAT Calculation report (VCS)."],
    ["amazon_vcs", "amazon_avtr", "This is another report: Amazon VAT Transactions Report (AVTR)."],
    ["stripe_itemized", "shopify_csv", "This is another report: Shopify orders export (CSV)."],
  ])("%s says that it was given %s", async (expected, given, message) => {
    const sample = SAMPLES.find(({ format }) => format.name === expected) as Sample;
    const other = SAMPLES.find(({ format }) => format.name === given) as Sample;
    expect((await faultOf(sample, other.bytes))?.message).toBe(message);
  });
});

describe.each(JSON_FORMATS)("JSON of %s", (name) => {
  const sample = SAMPLES.find(({ format }) => format.name === name) as Sample;

  it("that is cut off anywhere is refused as a whole", async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const fault = await faultOf(
        sample,
        sample.bytes.subarray(0, Math.floor(sample.bytes.length * part)),
      );
      expect(fault?.message).toMatch(
        /^The file ends in the middle, after \d+ entries: it is cut off\.$/,
      );
    }
  });

  it("that is broken is refused as a whole", async () => {
    const fault = await faultOf(
      sample,
      utf8(textOf(sample.bytes).replace(/("\w+)":(\s*")/, "$1:$2")),
    );
    expect(fault?.code).toBe("not_json");
  });

  it("with trailing data is rejected", async () => {
    expect((await faultOf(sample, utf8(`${textOf(sample.bytes)}[]`)))?.code).toBe("not_json");
  });

  it("with an entry of 10 MB is refused", async () => {
    const fault = await faultOf(sample, utf8(`[{"id":1,"note":"${"x".repeat(10_000_000)}"}]`));
    expect(fault?.message).toBe("The entry after 0 entries has more than 5 MB.");
  });

  it("of something else is rejected entry by entry", async () => {
    const rows = await importInMemory(sample.format, sample.settings, utf8('[{"a":1},7,null]'));
    expect(rows.map(({ outcome }) => outcome.outcome)).toEqual(Array(3).fill("rejected"));
  });
});

describe("the last row of a file without a line break", () => {
  it("is read when it is complete, and rejected when it is cut off", async () => {
    for (const table of TABLES) {
      const whole = textOf(table.bytes).replace(/\r?\n$/, "");
      const complete = await importInMemory(table.format, table.settings, utf8(whole));
      expect(complete.map(({ at }) => at)).toEqual(table.rows.map(({ at }) => at));
      const cut = await importInMemory(table.format, table.settings, utf8(whole.slice(0, -120)));
      const [last] = cut.slice(-1);
      expect([table.format.name, last?.outcome]).toMatchObject([
        table.format.name,
        { outcome: "rejected", faults: [{ reason: "row_cut_off" }] },
      ]);
    }
  });
});

describe("events_ndjson", () => {
  const sample = SAMPLES.find(({ format }) => format.name === "events_ndjson") as Sample;

  it("rejects lines that are no event, and reads the others", async () => {
    const good = sample.pieces.records[0] as string;
    const doubled = '{"event_id":"A","event_id":"B"}';
    const endless = `{"metadata":[${Array(3_000).fill(1)}]}`;
    const text = ["[]", "7", doubled, endless, "<html>", good].join("\r\n");
    const rows = await importInMemory(sample.format, sample.settings, utf8(`${text}\r\n`));
    expect(
      rows.map(({ outcome }) =>
        outcome.outcome === "rejected" ? outcome.faults[0].reason : outcome.outcome,
      ),
    ).toEqual(["not_json", "not_json", "doubled_key", "invalid_value", "not_json", "event"]);
  });

  it("refuses a line of 10 MB", async () => {
    const fault = await faultOf(sample, utf8(`\n${"x".repeat(10_000_000)}\n`));
    expect(fault?.message).toBe("Line 2 has more than 1000000 characters.");
  });
});
