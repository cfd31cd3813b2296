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

const seedEcb = (...flags: string[]) =>
  runCommand("scripts/operate/seed-ecb.ts", flags, folder, {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] as string,
  });

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
  expect((await seedEcb()).stdout).toMatch(/^stored 0 days, \d{4} were there already\n$/);
});

it("takes no arguments", async () => {
  expect(await seedEcb("prod")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("usage:"),
  });
});
