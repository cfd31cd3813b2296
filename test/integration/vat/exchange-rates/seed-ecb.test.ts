import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { HISTORY, readEcbFile } from "../../../../scripts/operate/ecb/load-file.ts";
import { seedEcbHistory } from "../../../../scripts/operate/ecb/seed-history.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { ecbDayKey } from "../../../../shared/platform/table/keys.ts";
import { verifyRates as differences } from "../../../../shared/vat/exchange-rates/refresh-rates.ts";
import {
  loadEcbDay,
  storeEcbDays,
} from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { rewrite } from "../../../stack/tampering.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * A table that is named by TABLE_NAME, as a deployed one is. The refresh was there first: it has stored
 * the last day of the history, with a rate that the ECB has corrected since the history was written.
 */
const folder = temporaryFolder();
const LAST_DAY = "2026-10-30" as IsoDate;
const CORRECTED = { day: LAST_DAY, rates: { USD: "1.2" } };

const run = (script: `scripts/${string}`, flags: readonly string[], more = {}) =>
  runCommand(script, flags, folder, { ...inject("stack").env, ...more });

const seedEcb = (...flags: string[]) => run("scripts/operate/seed-ecb.ts", flags);

/** Verifies the days of the last year, on the table of this file. */
function verifyRates(...flags: string[]) {
  const lines = readFileSync(HISTORY, "utf8").split("\n");
  const some = lines.filter((line, n) => n === 0 || /^2025-(?:09|1)|^2026/.test(line));
  const file = join(folder, "rates.csv");
  writeFileSync(file, `${some.join("\n").trimEnd()}\n`);
  const TABLE_NAME = process.env["TABLE_NAME"];
  return run("scripts/operate/verify-rates.ts", [file, ...flags], { TABLE_NAME });
}

beforeAll(async () => {
  await tableOfOwn();
  await storeEcbDays([CORRECTED], new Date());
});

it("stores the days that are missing, and leaves alone what is there", async () => {
  const { stored, known } = await seedEcbHistory(new Date());
  expect([stored > 2_000, known]).toEqual([true, 1]);
  expect(await loadEcbDay("2018-01-02" as IsoDate)).toMatchObject({ rates: { AUD: "1.5413" } });
  expect(await loadEcbDay(LAST_DAY)).toEqual(CORRECTED);
});

it("does nothing the second time, and says so", async () => {
  const { code, stdout, stderr } = await seedEcb();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^stored 0 days, \d{4} were there already\n$/);
});

itInTurn("verify-rates takes no unknown arguments", async () => {
  expect(await verifyRates("--everything")).toMatchObject({ code: 2 });
});

it("takes no arguments", async () => {
  expect(await seedEcb("prod")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("usage:"),
  });
});

it("verify-rates names the rates that are not the published ones, and exits 1", async () => {
  await rewrite(ecbDayKey("2025-09-30"), (item) =>
    Object.assign(item["rates"] as object, { PLN: "1.0000" }),
  );
  const { code, stdout } = await verifyRates();
  expect([code, stdout.split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(/^PLN of 2025-09-30: stored 1.0000, the ECB has published 4\.\d+$/),
      expect.stringMatching(/^USD of 2026-10-30: stored 1.2, the ECB has published 1\.\d+$/),
      expect.stringMatching(/^\d{3} days, 2 differences$/),
      "",
    ],
  ]);
});

it("verify-rates takes a correction that was stored as one for right", async () => {
  const published = await readEcbFile(HISTORY);
  // All others are stored as they were published.
  const differing = new Set<string>(["2025-09-30", LAST_DAY]);
  await storeEcbDays(
    published.filter(({ day }) => differing.has(day)),
    new Date(),
  );
  expect(await differences(published)).toMatchObject({ differing: [] });
  const day = "2025-10-23" as IsoDate;
  await storeEcbDays([{ day, rates: { NOK: "11.8529" } }], new Date());
  const { code, stdout } = await verifyRates();
  expect([code, stdout.split("\n")[0]]).toEqual([
    0,
    expect.stringMatching(/^NOK of 2025-10-23: stored 11.8529, .*, corrected since$/),
  ]);
});
