import type { Browser, Page } from "playwright-core";
import { startBrowser } from "./chromium.ts";
import { fillBySums } from "./fill-sums.ts";
import { request } from "./seller.ts";
import { inBlocks, median, type Row, ratioOf } from "./timing.ts";

const ACCOUNT = "bench-console";
const EVENTS = 10_000;
const BLOCKS = 5;
const LOADS = 3;
const MOST_KB = 250;
const MOST_CALLS = 3;

/**
 * In the page: signs in with a key, and notes when the overview was there at last, in milliseconds from the start of
 * the load.
 */
const WATCH = (key: string) => `
sessionStorage.setItem("eu-vat-key", ${JSON.stringify(key)});
const look = () => {
  const isShown = document.querySelector("main h1") && !document.querySelector("progress");
  globalThis.shownAt = isShown ? (globalThis.shownAt ?? performance.now()) : undefined;
};
new MutationObserver(look).observe(document, { childList: true, subtree: true });
`;

/** What a load of the overview took: bytes on the wire of what the console is made of, and the calls of the API. */
type Load = { readonly bytes: number; readonly calls: readonly string[]; readonly ms: number };

/**
 * The console in a real Chromium with an empty cache, as its reader waits for it: against the same calls of the API
 * without a console, one after the other.
 */
export async function measureConsole(
  url: string,
  newAccount: (name: string) => Promise<string>,
): Promise<Row[]> {
  const browser = await startBrowser().catch((error: unknown) => {
    console.log(`no Chromium starts here, so the console is left out: ${error}`);
    return undefined;
  });
  if (!browser) return [];
  try {
    const key = await newAccount(ACCOUNT);
    await fillBySums(ACCOUNT, "shop", EVENTS);
    const loads: Load[] = [];
    const works = {
      shown: async () => void loads.push(await loadOf(browser, url, key)),
      calls: async () => {
        for (const path of loads.at(-1)?.calls ?? []) await request(url, key, path);
      },
    };
    const { calls } = await inBlocks(works, { blocks: BLOCKS, calls: LOADS });
    // The page has measured its own time, without what the tool around it takes.
    const counted = loads.slice(LOADS);
    const shown = Array.from({ length: BLOCKS }, (_, block) =>
      median(counted.slice(block * LOADS, (block + 1) * LOADS).map(({ ms }) => ms)),
    );
    return rowsOf(counted.at(-1) as Load, shown, calls);
  } finally {
    await browser.close();
  }
}

async function loadOf(browser: Browser, url: string, key: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  await page.addInitScript(WATCH(key));
  const calls: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/v1/")) calls.push(`${pathname}${search}`);
    else sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(`${url}/console`);
  const ms = await shownAt(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  await context.close();
  return { bytes, calls, ms };
}

/** When it was there and no call was under way any more. */
async function shownAt(page: Page): Promise<number> {
  await page.locator("main h1").waitFor();
  await page.locator("progress").first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  return page.evaluate("shownAt") as Promise<number>;
}

function rowsOf(load: Load, shown: readonly number[], calls: readonly number[]): Row[] {
  const kb = load.bytes / 1000;
  const { text } = ratioOf(shown, calls);
  return [
    {
      what: "console: the first load, compressed",
      goal: `≤ ${MOST_KB} KB`,
      measured: `${kb.toFixed(0)} KB`,
      met: kb <= MOST_KB,
    },
    {
      what: "console: calls until the overview is shown",
      goal: `≤ ${MOST_CALLS}`,
      measured: `${load.calls.length}`,
      met: load.calls.length <= MOST_CALLS,
    },
    {
      what: "console: time until the overview is shown in Chromium with an empty cache, against its calls alone",
      goal: "–",
      measured: `${text}, ${median(shown).toFixed(0)} ms against ${median(calls).toFixed(0)} ms`,
      met: true,
    },
  ];
}
