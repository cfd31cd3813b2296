import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "../../stack/api.ts";
import type { Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, shown, signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { commit, locked, sale } from "../returns/locks/locking.ts";

/* A browser logs every call that fails: the pages of a return request nothing that is not there. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const ELSEWHERE = "Filed on 20 Apr 2025 with another system";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** A seller with a return that was filed elsewhere, a locked one, and open ones. */
async function seller() {
  const own = await newSeller("SE", { establishment_country: "SE" });
  for (const period of ["2021-Q4", "2025-Q1"]) {
    await call(own.full, "POST", `/v1/returns/union-oss/${period}/opening`, {
      currency: "EUR",
      filed_at: "2025-04-20",
      member_states: [],
    });
  }
  await commit(own, sale({ event_id: "sale", supply_date: "2025-08-01" }));
  await locked(own, "2025-Q3");
  return own;
}

it("requests the opening of a return only where there is one", async () => {
  const { full } = await seller();
  const watched = await signedInTo(browser, { screen: WIDE, key: full, address: "" });
  const { page } = watched;
  const refused: string[] = [];
  const openings: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`);
    if (pathname.endsWith("/opening")) openings.push(pathname.split("/").at(-2) ?? "");
  });
  for (const [name, period] of eachNth(2, [
    ["period", "2025-Q2"],
    ["period", "2025-Q3"],
    ["filing", "2025-Q3"],
    ["filing", "2025-Q4"],
  ])) {
    await goTo(watched, `#/${name}/union-oss/${period}`);
    await page.reload();
    await shown(watched);
  }
  expect(openings).toEqual([]);
  for (const period of ["2025-Q1", "2021-Q4"]) {
    await goTo(watched, `#/period/union-oss/${period}`);
    await page.getByText(ELSEWHERE).waitFor();
  }
  expect(openings).toEqual(["2025-Q1", "2021-Q4"]);
  expect(refused).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
