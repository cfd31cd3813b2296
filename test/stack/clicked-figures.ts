import type { Locator, Page, Response } from "playwright-core";
import { expectTie, type ListedFigure } from "../make/source-figure.ts";

/** A figure of a return that was clicked, and what became of it. */
export type ClickedFigure = {
  readonly tab: string;
  /** What a screen reader reads: the subject and the figure. */
  readonly name: string;
  readonly events: number;
  /** What the drawer says of count and sum. */
  readonly said: string;
  /** What does not tie; undefined where the drawer says that it is the figure, and its events add up to it. */
  readonly differs: string | undefined;
};

type Sums = NonNullable<ListedFigure["figure"]>;
type Listed = Pick<ListedFigure, "items" | "next_cursor"> & { readonly figure?: Sums | null };

/** The tabs of a return that have figures. */
const TABS = ["Summary", "Lines", "Corrections", "Checks", "From the shop"];

/** Clicks every figure of every tab of the return on the page. `key` reads the further pages of its lists. */
export async function clickedFigures(page: Page, key: string): Promise<ClickedFigure[]> {
  const clickedFigure = figureClicker(page, key);
  const clicked: ClickedFigure[] = [];
  const click = async (tab: string, figures: Locator) => {
    const count = await figures.count();
    for (let at = 0; at < count; at += 1) {
      clicked.push({ tab, ...(await clickedFigure(figures.nth(at))) });
    }
  };
  await click("Bar", page.locator(".sticky-bar button.opens"));
  for (const tab of TABS) {
    await page.getByRole("tab", { name: tab }).click();
    const panel = page.getByRole("tabpanel");
    await panel.locator("progress").first().waitFor({ state: "detached" });
    await click(tab, panel.locator("button.opens"));
  }
  return clicked;
}

/** Returns what clicks a figure of the page, and closes the drawer after it was read. */
export function figureClicker(page: Page, key: string) {
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (/\/(?:returns\/.*\/events|supply-events|imports\/.*\/rows)\?/.test(response.url()))
      responses.push(response);
  });
  return async (figure: Locator): Promise<Omit<ClickedFigure, "tab">> => {
    responses.splice(0);
    const name = (await figure.getAttribute("aria-label")) ?? "";
    const text = (await figure.innerText()).trim();
    await figure.click();
    const drawer = page.getByRole("dialog");
    await drawer.locator("section").first().waitFor();
    await drawer.locator(LOADING).first().waitFor({ state: "detached" });
    const said = await saidIn(drawer);
    const hasNote = (await drawer.locator(":scope > p").count()) > 0;
    const firsts = responses.filter((response) => !response.url().includes("cursor="));
    const lists = await Promise.all(firsts.map((response) => wholeList(response, key)));
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    const faults = [
      name.includes(text) ? undefined : "the name lacks the figure",
      lists.length === said.length ? undefined : `${said.length} parts, ${lists.length} lists`,
      said.find((one) => !/Equals (?:the (?:figure|line)|its own number)\./.test(one)),
      ...lists.map(untied),
      hasNote || isSumOf(text, lists) ? undefined : `the lists do not add up to ${text}`,
    ].filter((fault) => fault !== undefined);
    const events = lists.reduce((sum, { items }) => sum + items.length, 0);
    return { name, events, said: said.join(" "), differs: faults.join("; ") || undefined };
  };
}

/** A part of the drawer that says nothing yet. */
const LOADING = "section:not(:has([role=status], [role=alert])), section:has(progress)";

/** What each part of the drawer says of its count and sum. */
const saidIn = async (drawer: Locator): Promise<string[]> => {
  const parts = await drawer.locator("section").all();
  return Promise.all(
    parts.map(async (part) =>
      (await part.locator("[role=status], [role=alert]").allInnerTexts()).join(" "),
    ),
  );
};

/** A list of the drawer with all its pages, read by the API. */
async function wholeList(response: Response, key: string): Promise<Listed> {
  const first = (await response.json()) as Listed;
  const headers = { "X-API-Key": key };
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await fetch(`${response.url()}&cursor=${encodeURIComponent(cursor)}`, { headers });
    const { items: more, next_cursor } = (await page.json()) as Listed;
    items.push(...more);
    cursor = next_cursor;
  }
  return { ...first, items };
}

/** Why the events of a list do not add up to its sums. */
function untied({ items, figure }: Listed): string | undefined {
  if (!figure) return undefined;
  try {
    expectTie(items, figure);
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n")[0];
  }
}

/** True if the figure on the page is what one column of its lists adds up to: as locked, since then, or as it stands. */
function isSumOf(text: string, lists: readonly Listed[]): boolean {
  const shown = numberIn(text);
  const columns = COLUMNS.map((columnOf) =>
    lists.reduce((sum, { items, figure }) => sum + (figure ? columnOf(figure) : items.length), 0),
  );
  return columns.includes(shown);
}

/** The number of a figure, of an amount in minor units; of "3 of 5" the last one. */
const numberIn = (text: string): number => {
  const digits = text
    .split(" of ")
    .at(-1)
    ?.replace("−", "-")
    .replaceAll(/[^-\d]/g, "");
  return Number(digits);
};

const COLUMNS: readonly ((figure: Sums) => number)[] = [
  ({ event_count, as_locked, late_changes }) =>
    as_locked?.event_count ?? event_count ?? late_changes?.event_count_difference ?? 0,
  ({ since_lock }) => since_lock?.event_count_difference ?? Number.NaN,
  ...(["taxable_amount_minor", "vat_amount_minor"] as const).flatMap((column) => [
    (figure: Sums) => (figure.as_locked ?? figure)[column] ?? Number.NaN,
    (figure: Sums) => figure.since_lock?.[column] ?? Number.NaN,
  ]),
];

/** The clicked figures of returns as a table: figures, those that tie, and those that differ with the reason. */
export function tableOfFigures(returns: ReadonlyMap<string, readonly ClickedFigure[]>): string {
  const lines = [...returns].map(([name, figures]) => {
    const wrong = figures.filter(({ differs }) => differs);
    return `${name.padEnd(22)} ${String(figures.length).padStart(4)} figures, ${String(figures.length - wrong.length).padStart(4)} tie`;
  });
  const wrong = [...returns].flatMap(([name, figures]) =>
    figures.flatMap(({ tab, name: figure, differs }) =>
      differs ? [`${name}, ${tab}: ${figure}: ${differs}`] : [],
    ),
  );
  const all = [...returns.values()].flat();
  return [...lines, `${all.length} figures, ${all.length - wrong.length} tie`, ...wrong].join("\n");
}
