import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { soaking } from "./soak.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** How somebody looks at a page. */
export type Look = {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  /** Without one the browser names what it finds, which may be no locale at all. */
  readonly locale?: string;
};

/** A page, with everything that must not have happened on it. */
export type WatchedPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Messages of the console, errors, and requests to other places than the API and the uploads of imports. */
  readonly wrongs: readonly string[];
};

export async function openPage(
  browser: Browser,
  url: string,
  { width, ...look }: Look,
  address = "",
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    ...look,
    reducedMotion: "reduce",
  });
  // The machine may be busy with something else.
  context.setDefaultTimeout(Number(process.env["BROWSER_MS"] ?? 100_000));
  const page = await context.newPage();
  const wrongs: string[] = [];
  // A refused call is logged by the browser itself; pages tell of it in words. So is a field with autofocus that comes
  // when a person is at another one already, which depends on the speed of the machine.
  page.on("console", (message) => {
    if (!/^(?:Failed to load resource|Autofocus processing was blocked)/.test(message.text()))
      wrongs.push(message.text());
  });
  page.on("pageerror", ({ message }) => wrongs.push(message));
  const { AWS_ENDPOINT_URL_S3: files, IMPORT_BUCKET_NAME: bucket } = process.env;
  const places = ["data:", `${url}/`, `${files}/${bucket}/uploads/`];
  page.on("request", (request) => {
    const to = request.url();
    if (!places.some((place) => to.startsWith(place))) wrongs.push(`asks ${to}`);
  });
  await page.goto(`${url}/console${address}`);
  return { page, context, wrongs };
}

/** The number of states in which each page was looked at. */
const states = new WeakMap<Page, number>();

/**
 * The rules of accessibility that the page breaks, as axe finds them, each with what breaks it. In `npm test` the first, third,
 * and each second state after it of a page that a test opens, and in a soak all of them.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const state = states.get(page) ?? 0;
  states.set(page, state + 1);
  if (!soaking && state % 2 > 0) return [];
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<Found> } };
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/**
 * What is cut off sideways: parts that are narrower than what they hold, and choices that do not show their words. Tables
 * may scroll in their boxes; names end in an ellipsis.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    const isNarrowChoice = (select: HTMLSelectElement): boolean => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const { width } = pen.measureText(select.selectedOptions[0]?.text ?? "");
      return width + parseFloat(paddingLeft) + parseFloat(paddingRight) > select.clientWidth;
    };
    const isNarrow = (element: HTMLElement): boolean =>
      getComputedStyle(element).overflowX !== "visible" &&
      element.scrollWidth > element.clientWidth + 1;
    return [...document.querySelectorAll<HTMLElement>("body *:not(input, textarea)")]
      .filter((element) => element.clientWidth > 1 && !element.closest("bdi, .scrolls, .unseen"))
      .filter((element) =>
        element instanceof HTMLSelectElement ? isNarrowChoice(element) : isNarrow(element),
      )
      .map(({ tagName, className, innerText }) => `${tagName} ${className}: ${innerText}`);
  });

/** The page stands, all that it asked for is there, and nothing is wider than the window. */
export async function settled({ page }: Pick<WatchedPage, "page">): Promise<void> {
  await page.locator("main h1").waitFor();
  await page.locator("progress").first().waitFor({ state: "detached" });
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}
