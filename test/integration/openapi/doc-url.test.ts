import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERROR_STATUS } from "../../../shared/core/errors/errors.ts";
import { call } from "../../stack/api.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(closePages);

type Failed = { readonly error: string; readonly doc_url: string };

test("the doc_url of an error opens the API reference at the section of its code", async () => {
  const { body } = await call<Failed>(undefined, "GET", "/v1/account");
  expect(body.error).toBe("missing_api_key");
  const page = await browser.newPage();
  await page.goto(body.doc_url);
  const heading = page.locator(`[id="${new URL(body.doc_url).hash.slice(1)}"]`);
  await heading.waitFor();
  expect(await heading.innerText()).toContain("missing_api_key");
  await page.waitForFunction((id) => {
    const place = document.getElementById(id)?.getBoundingClientRect();
    return place !== undefined && place.top >= -1 && place.top < window.innerHeight;
  }, "section/Errors/missing_api_key");
  const ids = await page
    .locator('[id^="section/Errors/"]')
    .evaluateAll((found) => found.map(({ id }) => id));
  expect(ids).toEqual(
    expect.arrayContaining(Object.keys(ERROR_STATUS).map((code) => `section/Errors/${code}`)),
  );
});
