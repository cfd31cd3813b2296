import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureTable } from "../../../../scripts/local/table.ts";
import { loadEcbFile } from "../../../../scripts/operate/ecb/load-file.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { ecbDayKey } from "../../../../shared/platform/table/keys.ts";
import { type EcbDay, parseEcbCsv } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";
import { quoteFor } from "../../../../shared/vat/exchange-rates/period-rates.ts";
import * as store from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { eachNth, soaking } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const HISTORY = fileURLToPath(
  new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url),
);
const now = new Date("2026-10-01T16:05:00Z");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ecb-rates-"));
});

afterAll(() => rm(folder, { recursive: true }));

// A table of its own for each test: the stack's has the history, and other tests read it.
let tables = 0;
beforeEach(async () => {
  tables += 1;
  process.env["TABLE_NAME"] = `ecb-rates-${tables}`;
  await ensureTable(tableName(), process.env["DYNAMODB_ENDPOINT"] as string);
});

async function revisionsOf(day: string): Promise<unknown> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: ecbDayKey(day) }),
  );
  return Item?.["revisions"];
}

const ecbDay = (day: string, rates: Record<string, string>): EcbDay => ({
  day: day as IsoDate,
  rates,
});
const all = () => store.loadEcbRange("1999-01-01" as IsoDate, "2100-01-01" as IsoDate);

async function fileOf(text: string): Promise<string> {
  const path = join(folder, "rates.csv");
  await writeFile(path, text);
  return path;
}

describe("the shipped history", () => {
  it("is stored, once, and reads back as it is", async () => {
    expect(await all()).toEqual([]);
    // All days in a soak; seed-ecb stores them all as well.
    const [head = "", ...lines] = (await readFile(HISTORY, "utf8")).split("\n");
    const some = lines.filter((line) => soaking || /^(?:2022-12|2023-01|2026-0[78])/.test(line));
    const text = `${[head, ...some].join("\n").trimEnd()}\n`;
    const days = parseEcbCsv(text);
    const path = await fileOf(text);
    expect(await loadEcbFile(path, now)).toEqual({ stored: days.length, corrected: 0 });
    expect(await all()).toEqual(days);
    expect(await loadEcbFile(path, now)).toEqual({ stored: 0, corrected: 0 });
    expect(await store.loadEcbRange("2022-12-30" as IsoDate, "2023-01-02" as IsoDate)).toHaveLength(
      2,
    );

    const q4 = await store.loadPeriodRates({
      key: "2022-Q4" as PeriodKey,
      lastDay: "2022-12-31" as IsoDate,
    });
    expect(quoteFor(q4, "SEK")).toEqual({ currency: "SEK", rate: "11.1663", date: "2023-01-02" });
    expect(quoteFor(q4, "HRK")?.rate).toBe("7.53450");
    const ahead = await store.loadPeriodRates({
      key: "2026-Q3" as PeriodKey,
      lastDay: "2026-09-30" as IsoDate,
    });
    expect(quoteFor(ahead, "USD")).toBeUndefined();

    const file = await fileOf("date,currency,rate\n2026-09-30,CZK,24.31\n");
    expect(await loadEcbFile(file, now)).toEqual({ stored: 1, corrected: 0 });
    const loaded = await store.loadPeriodRates({
      key: "2026-Q3" as PeriodKey,
      lastDay: "2026-09-30" as IsoDate,
    });
    expect(quoteFor(loaded, "CZK")).toEqual({ currency: "CZK", rate: "24.31", date: "2026-09-30" });
    expect(quoteFor(loaded, "USD")).toBeUndefined();
  });
});

describe("storeEcbDays", () => {
  it("keeps the old value of a corrected rate", async () => {
    await store.storeEcbDays([ecbDay("2025-10-23", { NOK: "11.8529", USD: "1.1593" })], now);
    const corrected = [ecbDay("2025-10-23", { NOK: "11.5829", USD: "1.1593" })];
    expect(await store.storeEcbDays(corrected, now)).toEqual({ stored: 1, corrected: 1 });
    expect(await store.loadEcbDay("2025-10-23" as IsoDate)).toEqual(corrected[0]);
    expect(await revisionsOf("2025-10-23")).toEqual([
      { currency: "NOK", old_rate: "11.8529", new_rate: "11.5829", replaced_at: now.toISOString() },
    ]);
    expect(await store.storeEcbDays(corrected, now)).toEqual({ stored: 0, corrected: 0 });
  });

  it("adds a currency to a day that has others", async () => {
    await store.storeEcbDays([ecbDay("2026-09-30", { USD: "1.17" })], now);
    const more = [ecbDay("2026-09-30", { CZK: "24.31" }), ecbDay("2026-10-01", { CZK: "24.32" })];
    expect(await store.storeEcbDays(more, now)).toEqual({ stored: 2, corrected: 0 });
    expect(await all()).toEqual([
      ecbDay("2026-09-30", { USD: "1.17", CZK: "24.31" }),
      ecbDay("2026-10-01", { CZK: "24.32" }),
    ]);
  });

  it("loses nothing of loaders that run at once", async () => {
    const days = ["2026-09-28", "2026-09-29", "2026-09-30"];
    const currencies = ["USD", "CZK", "DKK", "SEK"];
    const sums = await Promise.all(
      currencies.map((currency) =>
        store.storeEcbDays(
          days.map((day) => ecbDay(day, { [currency]: "1.5" })),
          now,
        ),
      ),
    );
    expect(sums).toEqual(currencies.map(() => ({ stored: 3, corrected: 0 })));
    const rates = Object.fromEntries(currencies.map((currency) => [currency, "1.5"]));
    expect(await all()).toEqual(days.map((day) => ecbDay(day, rates)));
  });

  it("does nothing for no days", async () => {
    expect(await store.storeEcbDays([], now)).toEqual({ stored: 0, corrected: 0 });
  });
});

describe("npm run load-ecb", () => {
  const script = fileURLToPath(new URL("../../../../scripts/operate/load-ecb.ts", import.meta.url));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  it("prints what it stored", async () => {
    const file = await fileOf("Date, USD, CZK, \n30 September 2026, 1.1700, 24.310, \n");
    expect(await run(file)).toEqual({
      code: 0,
      stdout: "stored 1 days, corrected 0 rates\n",
      stderr: "",
    });
    expect(await all()).toEqual([ecbDay("2026-09-30", { USD: "1.17", CZK: "24.31" })]);
  });

  it("refuses a bad file whole, naming the line", async () => {
    const file = await fileOf("date,currency,rate\n2026-09-30,CZK,24.31\n2026-09-30,DKK,soon\n");
    const { code, stdout, stderr } = await run(file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/rates\.csv, line 3: "soon" is no positive decimal number\n$/);
    expect(await all()).toEqual([]);
  });

  it("stores nothing of a file with a jump, until it is confirmed", async () => {
    const file = await fileOf("date,currency,rate\n2026-09-29,USD,1.17\n2026-09-30,USD,1170.0\n");
    const refused = await run(file);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/^USD of 2026-09-30 is not taken: 1170 .*--confirm-jumps\n$/);
    expect(await all()).toEqual([]);
    expect(await loadEcbFile(file, now, { confirmed: true })).toEqual({ stored: 2, corrected: 0 });
  });

  itInTurn("says when there is no such file", async () => {
    const { code, stderr } = await run(join(folder, "none.csv"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cannot read .*none\.csv/);
  });

  it("explains itself when it is called wrongly", async () => {
    for (const args of eachNth(4, [["--confirm-jumps"], ["a.csv", "b.csv"], [], ["--help"]])) {
      const { code, stderr } = await run(...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^usage: npm run --silent load-ecb -- <file>/);
    }
  });
});
