import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemo } from "../../../scripts/demo/seed.ts";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { type ClickedFigure, clickedFigures, tableOfFigures } from "../../stack/clicked-figures.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { report } from "../../stack/soak.ts";

/* Every figure of every return of the demo account, clicked by a script: each is the sum of the events that it opens. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const NOW = new Date("2026-08-14T10:00:00Z");
const RATES_UNTIL = "2026-10-30" as IsoDate;
const account = `demo-${randomUUID()}` as LedgerId;
const QUARTERS = ["2025-Q3", "2025-Q4", "2026-Q1", "2026-Q2", "2026-Q3"];
const MONTHS = Array.from({ length: 8 }, (_, month) => `2026-0${month + 1}`);
const RETURNS = [
  ...QUARTERS.map((period) => `union-oss/${period}`),
  ...MONTHS.map((period) => `ioss/${period}`),
];

let browser: Browser;
let key: string;
beforeAll(async () => {
  browser = await startBrowser();
  await seedDemo(NOW, RATES_UNTIL, account);
  key = await issueKey({ account, scope: "full", mode: "live" }, NOW);
  noteSecrets([secretOf(key)]);
});
afterAll(() => closePages());

/** Pages that click at once: each of them waits for the service most of the time. */
const PAGES = 4;

it("every figure of the demo is the sum of the events that it opens", async () => {
  const found = new Map<string, ClickedFigure[]>();
  const waiting = RETURNS.values();
  const clickReturns = async () => {
    const watched = await signedInTo(browser, { screen: WIDE, key, address: "#/overview" });
    for (const name of waiting) {
      await goTo(watched, `#/period/${name}`);
      const clicked = await clickedFigures(watched.page, key);
      found.set(name, clicked);
      report(tableOfFigures(new Map([[name, clicked]])));
    }
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  };
  await Promise.all(Array.from({ length: PAGES }, clickReturns));
  const table = tableOfFigures(found);
  report(table);
  const all = [...found.values()].flat();
  expect(all.length).toBeGreaterThan(2_500);
  expect(
    all.filter(({ differs }) => differs),
    table,
  ).toEqual([]);
});
