import { expect } from "vitest";
import type * as z from "zod";
import type { BridgeGap, BridgeLine } from "../../shared/imports/bridge/bridge-line.ts";
import type { FoundRowList } from "../../shared/imports/jobs/row-findings.ts";
import type { SourceEventList } from "../../shared/returns/drill-down/source-event.ts";
import type { Return } from "../../shared/returns/schema.ts";
import { type Account, call } from "./api.ts";

/*
 * Opens each line of a bridge by its links, adds up what they list, and expects the line: its count and its amounts.
 */
export type Bridge = {
  readonly lines: readonly BridgeLine[];
  readonly unknown: readonly BridgeGap[];
};

type EventPage = z.output<typeof SourceEventList>;
type Event = EventPage["items"][number];
type RowPage = z.output<typeof FoundRowList>;

/** Amounts by currency and name: `SEK taxable_amount_minor`. */
type Amounts = ReadonlyMap<string, number>;

const NOTHING: Amounts = new Map();

type Listed = { readonly count: number; readonly amounts: Amounts };

export async function got<Body>({ readOnly }: Account, path: string): Promise<Body> {
  const { status, body, text } = await call<Body>(readOnly, "GET", path);
  expect(status, `${path}: ${text}`).toBe(200);
  return body;
}

/** All pages of a list, small ones, so that a line has several. */
async function pagesOf<Page extends { readonly next_cursor: string | null }>(
  seller: Account,
  link: string,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = `${link.includes("?") ? "&" : "?"}limit=3${cursor && `&cursor=${cursor}`}`;
    const page: Page = await got<Page>(seller, link + more);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

function summed(all: readonly (readonly [name: string, amount: number])[]): Amounts {
  const sums = new Map<string, number>();
  for (const [name, amount] of all) sums.set(name, (sums.get(name) ?? 0) + amount);
  return new Map([...sums].filter(([, amount]) => amount !== 0).sort());
}

const plus = (a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts =>
  summed([...a, ...[...b].map(([name, amount]) => [name, sign * amount] as const)]);

const NAMES = ["gross_amount_minor", "taxable_amount_minor", "vat_amount_minor"] as const;

const amountsOf = (amounts: BridgeLine["amounts"]): Amounts =>
  summed(
    amounts.flatMap((one) =>
      NAMES.map((name) => [`${one.currency} ${name}`, one[name] ?? 0] as const),
    ),
  );

const moneyOf = (currency: string, taxable: number, vat: number) =>
  [
    [`${currency} gross_amount_minor`, taxable + vat],
    [`${currency} taxable_amount_minor`, taxable],
    [`${currency} vat_amount_minor`, vat],
  ] as const;

const signOf = ({ event_type }: Event) =>
  ["refund", "cancellation", "credit_note"].includes(event_type) ? -1 : 1;

const ofEvents = (events: readonly Event[]): Listed => ({
  count: events.length,
  amounts: summed(
    events.flatMap((event) => {
      const sign = signOf(event);
      const { currency, taxable_amount_minor: taxable, vat_amount_minor: vat } = event;
      return moneyOf(currency, sign * taxable, sign * vat);
    }),
  ),
});

const grossAlone = (amounts: Amounts): Amounts =>
  new Map([...amounts].filter(([name]) => name.endsWith(" gross_amount_minor")));

/** The events of all links, as many as the first page of each says, and what these first pages say. */
async function openedEvents(seller: Account, links: readonly string[]) {
  const lists = await Promise.all(
    links.map(async (link) => {
      const pages = await pagesOf<EventPage>(seller, link);
      const items = pages.flatMap((page) => page.items);
      const figure = pages[0]?.figure as NonNullable<EventPage["figure"]>;
      expect([link, items.length]).toEqual([link, figure.event_count ?? items.length]);
      return { items, figure };
    }),
  );
  const figures = lists.map(({ figure }) => figure);
  return { ...ofEvents(lists.flatMap(({ items }) => items)), figures };
}

/** Rows of files: one with several faults counts once. */
async function openedRows(seller: Account, links: readonly string[]): Promise<Listed> {
  const rows = await Promise.all(
    links.map(async (link) => {
      const pages = await pagesOf<RowPage>(seller, link);
      const found = pages.flatMap(({ items }) => items);
      return [...new Map(found.map((row) => [row.row, row])).values()];
    }),
  );
  const amounts = rows
    .flat()
    .flatMap(({ currency, gross_amount_minor: gross }) =>
      currency ? [[`${currency} gross_amount_minor`, gross ?? 0] as const] : [],
    );
  return { count: rows.flat().length, amounts: summed(amounts) };
}

/** What the lines before the end are, for the lines that are differences. */
type Before = { readonly lines: ReadonlyMap<string, BridgeLine>; readonly report: Return };

async function openedReturn(seller: Account, { code, links }: BridgeLine, before: Before) {
  const { report } = before;
  const { return_currency: currency, totals, balances } = report;
  const vat = `${currency} vat_amount_minor`;
  if (code === "payable") {
    const [whole = ""] = links;
    expect((await got<Return>(seller, whole)).totals).toEqual(totals);
    const count = before.lines.get("return in_return")?.count ?? 0;
    return { count, amounts: summed([[vat, totals.payable_vat_minor]]) };
  }
  if (code === "negative_balances") {
    const negative = balances.map((row) => Math.min(0, row.payable_vat_minor));
    return { count: 0, amounts: summed(negative.map((minor) => [vat, -minor])) };
  }
  // Of late changes only the difference is known, and not how many of its events are new.
  const { figures } = await openedEvents(seller, links);
  const counts = figures.map((one) => one.event_count ?? one.late_changes?.event_count_difference);
  const money = figures.flatMap((one) =>
    moneyOf(currency, one.taxable_amount_minor ?? 0, one.vat_amount_minor ?? 0),
  );
  return {
    count: counts.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    amounts: summed(money),
  };
}

/** Opens every line; none is left out. @returns the codes of the lines */
export async function expectEachLineOpens(seller: Account, path: string): Promise<string[]> {
  const { lines } = await got<Bridge>(seller, `${path}/bridge`);
  const report = await got<Return>(seller, path);
  const known = new Map(lines.map((line) => [`${line.stage} ${line.code}`, line]));
  const opened = new Map<string, Amounts>();
  for (const line of lines) {
    const name = `${line.stage} ${line.code}`;
    const listed = await openedLine(seller, line, { lines: known, report, opened });
    opened.set(name, listed.amounts);
    expect([name, listed.count, [...listed.amounts]]).toEqual([
      name,
      line.count,
      [...amountsOf(line.amounts)],
    ]);
  }
  return lines.map(({ stage, code }) => `${stage} ${code}`);
}

async function openedLine(
  seller: Account,
  line: BridgeLine,
  before: Before & { readonly opened: ReadonlyMap<string, Amounts> },
): Promise<Listed> {
  const { stage, code, sign, links } = line;
  if (stage === "ledger") {
    const listed = await openedEvents(seller, links);
    expectFigures(line, listed.figures);
    return listed;
  }
  if (code === "conversion") return { count: 0, amounts: converted(before) };
  if (stage === "return") return openedReturn(seller, line, before);
  if (code === "in_files") return openedFiles(seller, line, before);
  if (code === "recorded_otherwise") return recordedOtherwise(before);
  expect(sign).toBe("minus");
  return openedRows(seller, links);
}

/** The first page of each list says what the line says. */
function expectFigures({ sign, amounts }: BridgeLine, figures: EventPage["figure"][]): void {
  if (sign !== "minus") return;
  const sums = figures.map((figure) => amountsOf(figure?.left_out ?? []));
  expect(sums.reduce((sum, one) => plus(sum, one), NOTHING)).toEqual(amountsOf(amounts));
}

/** The files of a quarter: the rows that each import has left out, and the events of its source. */
async function openedFiles(seller: Account, { links }: BridgeLine, { lines, report }: Before) {
  const leftOut = [...lines.values()].filter(
    ({ stage, sign }) => stage === "files" && sign === "minus",
  );
  const rows = await openedRows(
    seller,
    leftOut.flatMap((line) => line.links),
  );
  const ofSources = await Promise.all(
    links.map(async (link) => {
      const { source_id } = await got<{ source_id: string }>(seller, link);
      const query = `period=${report.period_key}&source_id=${source_id}`;
      return pagesOf<EventPage>(seller, `/v1/supply-events?${query}`);
    }),
  );
  const events = ofEvents(ofSources.flat().flatMap(({ items }) => items));
  const amounts = grossAlone(plus(events.amounts, rows.amounts));
  return { count: events.count + rows.count, amounts };
}

/** What is recorded, less what the files have brought. */
function recordedOtherwise({ lines }: Before): Listed {
  const recorded = lines.get("ledger recorded") as BridgeLine;
  const files = [...lines.values()].filter(
    ({ stage, code }) => stage === "files" && code !== "recorded_otherwise",
  );
  const sum = files.reduce(
    ({ count, amounts }, line) => {
      const sign = line.sign === "minus" ? -1 : 1;
      return {
        count: count + sign * line.count,
        amounts: plus(amounts, amountsOf(line.amounts), sign),
      };
    },
    { count: 0, amounts: NOTHING },
  );
  const amounts = plus(grossAlone(amountsOf(recorded.amounts)), sum.amounts, -1);
  return { count: recorded.count - sum.count, amounts };
}

/** The figures of the return, less the events in it in their own currencies and the late changes. */
function converted({ lines, opened }: Before & { readonly opened: ReadonlyMap<string, Amounts> }) {
  const whole = amountsOf(lines.get("return in_return")?.amounts ?? []);
  const late = amountsOf(lines.get("return late_changes")?.amounts ?? []);
  const excluded = [...lines.values()].filter(
    ({ stage, sign }) => stage === "ledger" && sign === "minus",
  );
  const own = excluded.reduce(
    (sum, { code }) => plus(sum, opened.get(`ledger ${code}`) ?? NOTHING, -1),
    opened.get("ledger recorded") ?? NOTHING,
  );
  return plus(plus(whole, late, -1), own, -1);
}
