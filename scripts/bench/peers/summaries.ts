import { PERIOD } from "../reports.ts";
import { request } from "../seller.ts";
import { type Findings, inBlocks, median, type Row, ratioOf } from "../timing.ts";
import { breakEven, type RatioAt } from "./break-even.ts";
import type { Ledger } from "./files.ts";
import type { SummaryRow } from "./store.ts";

const BLOCKS = 7;
const MOST_OF_SUMS = 3;
const MOST_EVENTS = 5_000;

/** Where a service is, and the key to ask it with. */
export type Asked = { readonly url: string; readonly key: string };

/** The service and its peers, as one account of theirs is asked. */
type Contenders = {
  readonly own: Asked;
  readonly postgres?: Asked | undefined;
  readonly duckdb?: Asked | undefined;
};

type Shown = { readonly rows: readonly SummaryRow[] };
type Work = () => Promise<string>;
type Works = { own: Work; sums?: Work; rows?: Work; duckdb?: Work };

/** The same summary of the same sales over HTTP: in this service, and in databases that are asked in SQL. */
export async function compareSummaries(
  ledgers: readonly Ledger[],
  contendersOf: (account: string) => Contenders,
): Promise<Findings> {
  const compared: Compared[] = [];
  for (const ledger of ledgers) {
    const works = worksOf(contendersOf(ledger.account));
    await holdEqual(ledger, works);
    const calls = ledger.events > 300_000 ? 3 : 15;
    const took = await inBlocks<keyof Works>(works as Required<Works>, { blocks: BLOCKS, calls });
    compared.push({ ledger, took });
  }
  return { rows: rowsOf(compared), tables: [tableOf(compared)] };
}

type Compared = {
  readonly ledger: Ledger;
  readonly took: Partial<Record<keyof Works, number[]>> & Record<"own", number[]>;
};

function worksOf({ own, postgres, duckdb }: Contenders): Works {
  const over = (asked: Asked, what: "sums" | "rows") => () =>
    request(asked.url, asked.key, `/summary/over-${what}?period=${PERIOD}`);
  return {
    own: () => request(own.url, own.key, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`),
    ...(postgres ? { sums: over(postgres, "sums"), rows: over(postgres, "rows") } : {}),
    ...(duckdb ? { duckdb: over(duckdb, "rows") } : {}),
  };
}

/** What is compared has to be the same: rows, events, and amounts but for a cent a row that rounding may make. */
async function holdEqual({ account, events }: Ledger, works: Works): Promise<void> {
  const figures = async (name: string, work: () => Promise<string>) => {
    const { rows } = JSON.parse(await work()) as Shown;
    const sum = (of: keyof SummaryRow) => rows.reduce((total, row) => total + row[of], 0);
    return {
      name,
      rows: rows.length,
      events: sum("event_count"),
      taxable: sum("taxable_amount_minor"),
      vat: sum("vat_amount_minor"),
    };
  };
  const [own, ...others] = await Promise.all(
    Object.entries(works).map(([name, work]) => figures(name, work)),
  );
  if (own?.events !== events) throw new Error(`${account}: ${own?.events} of ${events} events`);
  for (const other of others) {
    const differs =
      other.rows !== own.rows ||
      other.events !== own.events ||
      Math.abs(other.taxable - own.taxable) > own.rows ||
      Math.abs(other.vat - own.vat) > own.rows;
    if (differs) throw new Error(`${account}: ${JSON.stringify(own)}, ${JSON.stringify(other)}`);
  }
}

const named = ({ shape, events }: Ledger) =>
  `${shape}: summary of ${number(events)} events over HTTP`;
const number = (count: number) => Math.round(count).toLocaleString("en");
const ms = (figures: readonly number[]) => `${median(figures).toFixed(1)} ms`;

function rowsOf(compared: readonly Compared[]): Row[] {
  const shops = compared.filter(({ ledger }) => ledger.shape === "shop");
  const bySums = compared
    .filter(({ ledger }) => ledger.events === 100_000 || ledger.shape === "widest")
    .flatMap((one) => {
      const most = one.ledger.shape === "shop" ? MOST_OF_SUMS : undefined;
      return against(one, "sums", "PostgreSQL that keeps the same sums", most);
    });
  const largest = shops.at(-1);
  const byDuckdb = largest ? against(largest, "duckdb", "DuckDB over rows in columns") : [];
  return [...bySums, ...evenRow(shops), ...byDuckdb];
}

/** One row, or none where the other was not there. */
function against(
  { ledger, took }: Compared,
  other: keyof Works,
  whom: string,
  most?: number,
): Row[] {
  const theirs = took[other];
  if (!theirs) return [];
  const { middle, text } = ratioOf(took.own, theirs);
  return [
    {
      what: `${named(ledger)}, against ${whom}`,
      goal: most === undefined ? "–" : `≤ ${most} ×`,
      measured: `${text}, ${ms(took.own)} against ${ms(theirs)}`,
      met: most === undefined || middle <= most,
    },
  ];
}

function evenRow(shops: readonly Compared[]): Row[] {
  const ratios = shops.flatMap<RatioAt>(({ ledger, took }) =>
    took.rows ? [{ events: ledger.events, ratio: ratioOf(took.own, took.rows).middle }] : [],
  );
  if (ratios.length === 0) return [];
  const events = breakEven(ratios);
  return [
    {
      what: "shop: events from which its summary is faster than PostgreSQL over rows",
      goal: `≤ ${number(MOST_EVENTS)}`,
      measured: events === undefined ? "not reached" : `${number(events)}, between measured sizes`,
      met: events !== undefined && events <= MOST_EVENTS,
    },
  ];
}

const tableOf = (compared: readonly Compared[]) => ({
  title: "The same summary over HTTP",
  head: ["Ledger", "Here", "PostgreSQL with sums", "PostgreSQL over rows", "DuckDB over rows"],
  lines: compared.map(({ ledger, took }) => [
    `${ledger.shape}, ${number(ledger.events)} events`,
    ms(took.own),
    ...[took.sums, took.rows, took.duckdb].map((other) =>
      other ? `${ms(other)}: here ${ratioOf(took.own, other).text}` : "not installed",
    ),
  ]),
});
