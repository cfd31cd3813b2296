import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ImportReport } from "../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { controlled, importedFile } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const SCREENS = [
  { width: 1440, colorScheme: "light", locale: "en-GB" },
  { width: 390, colorScheme: "dark", locale: "de-DE" },
] as const;

const lock = (seller: Account, period: string) =>
  call(seller.full, "POST", `/v1/reports/locked-return-periods/union-oss?period=${period}`);

/** Imports a sale on each of these days. */
const imported = (seller: Account, days: readonly string[]) =>
  importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: Buffer.from(
      days
        .map((day) =>
          JSON.stringify(makeSale({ event_id: `sale-${day}`, supply_date: day as IsoDate })),
        )
        .join("\n"),
    ),
  });

const returnsOf = async (seller: Account, id: string) =>
  (await call<ImportReport>(seller.readOnly, "GET", `/v1/imports/${id}`)).body.returns.map(
    ({ period_key, event_count, is_declared, declared_in }) => [
      period_key,
      event_count,
      is_declared,
      declared_in,
    ],
  );

it("says which return declares the events of a file, before and after locks and when it is undone", async () => {
  const seller = await newSeller();
  const before = await imported(seller, ["2025-05-05"]);
  expect((await lock(seller, "2025-Q2")).status).toBe(201);
  const after = await imported(seller, ["2025-05-06", "2025-06-07", "2025-08-08"]);
  expect(await returnsOf(seller, before.id)).toEqual([["2025-Q2", 1, true, "2025-Q2"]]);
  expect(await returnsOf(seller, after.id)).toEqual([
    ["2025-Q2", 2, true, "2025-Q3"],
    ["2025-Q3", 1, false, "2025-Q3"],
  ]);

  const address = `#/imports/${after.id}`;
  const visits = await Promise.all(
    SCREENS.map((screen) => signedInTo(browser, { screen, key: seller.full, address })),
  );
  const [english, german] = visits.map(({ page }) => page);
  await english
    ?.getByText(
      "Union scheme, Q2 2025 (2 sales and refunds of its months): this return was locked before; declared in Q3 2025",
    )
    .waitFor();
  await german?.getByText("erklärt in Q3 2025 als Berichtigung").waitFor();
  for (const { page, wrongs, context } of visits) {
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await context.close();
  }

  expect((await lock(seller, "2025-Q3")).status).toBe(201);
  expect(await returnsOf(seller, after.id)).toEqual([
    ["2025-Q2", 2, true, "2025-Q3"],
    ["2025-Q3", 1, true, "2025-Q3"],
  ]);
  await controlled(seller, after.id, "undo");
  await expect.poll(() => returnsOf(seller, after.id), { timeout: 60_000 }).toEqual([]);
});
