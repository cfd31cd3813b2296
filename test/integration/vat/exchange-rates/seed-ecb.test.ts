import { beforeAll, expect, inject, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/iso-date.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

/*
 * A table that is named by TABLE_NAME, as a deployed one is. The refresh was there first: it has stored
 * the last day of the history, with a rate that the ECB has corrected since the history was written.
 */
const folder = temporaryFolder();
const LAST_DAY = "2026-08-21" as IsoDate;
const CORRECTED = { day: LAST_DAY, rates: { USD: "1.2" } };

const run = (script: `scripts/${string}`, flags: readonly string[]) =>
  runCommand(script, flags, folder, {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] as string,
  });

const seedEcb = (...flags: string[]) => run("scripts/operate/seed-ecb.ts", flags);
const verifyRates = (...flags: string[]) => run("scripts/operate/verify-rates.ts", flags);

beforeAll(async () => {
  await tableOfOwn();
  const { storeEcbDays } = await import("../../../../shared/ledger/rates/store-rates.ts");
  await storeEcbDays([CORRECTED], new Date());
});

it("stores the days that are missing, and leaves alone what is there", async () => {
  const { code, stdout, stderr } = await seedEcb();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^stored \d{4} days, 1 were there already\n$/);
  const { loadEcbDay } = await import("../../../../shared/ledger/rates/store-rates.ts");
  expect(await loadEcbDay("2018-01-02" as IsoDate)).toMatchObject({ rates: { AUD: "1.5413" } });
  expect(await loadEcbDay(LAST_DAY)).toEqual(CORRECTED);
});

it("does nothing the second time", async () => {
  const { seedEcbHistory } = await import("../../../../scripts/operate/ecb/seed-history.ts");
  expect(await seedEcbHistory(new Date())).toEqual({ stored: 0, known: 2_211 });
});

it("takes no arguments", async () => {
  expect(await seedEcb("prod")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("usage:"),
  });
});

it("verify-rates names the rates that are not the bundled ones, and exits 1", async () => {
  const { rewrite } = await import("../../../stack/tampering.ts");
  const { ecbDayKey } = await import("../../../../shared/platform/table/keys.ts");
  await rewrite(ecbDayKey("2025-09-30"), (item) =>
    Object.assign(item["rates"] as object, { PLN: "1.0000" }),
  );
  const { code, stdout } = await verifyRates();
  expect([code, stdout.split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(/^PLN of 2025-09-30: stored 1.0000, the ECB has published 4\.\d+$/),
      expect.stringMatching(/^USD of 2026-08-21: stored 1.2, the ECB has published 1\.\d+$/),
      expect.stringMatching(/^\d{4} days, 2 differences$/),
      "",
    ],
  ]);
});

it("verify-rates takes a correction that was stored as one for right", async () => {
  const { storeEcbDays } = await import("../../../../shared/ledger/rates/store-rates.ts");
  const { readEcbFile } = await import("../../../../scripts/operate/ecb/load-file.ts");
  const { HISTORY } = await import("../../../../scripts/operate/ecb/seed-history.ts");
  const published = await readEcbFile(HISTORY);
  // All others are stored as they were published.
  const differing = new Set<string>(["2025-09-30", LAST_DAY]);
  await storeEcbDays(
    published.filter(({ day }) => differing.has(day)),
    new Date(),
  );
  const { verifyRates: differences } = await import(
    "../../../../shared/ledger/rates/verify-rates.ts"
  );
  expect(await differences(published)).toMatchObject({ differing: [] });
  const day = "2025-10-23" as IsoDate;
  await storeEcbDays([{ day, rates: { NOK: "11.8529" } }], new Date());
  const { code, stdout } = await verifyRates();
  expect([code, stdout.split("\n")[0]]).toEqual([
    0,
    expect.stringMatching(/^NOK of 2025-10-23: stored 11.8529, .*, corrected since$/),
  ]);
  expect(await verifyRates("--everything")).toMatchObject({ code: 2 });
});
