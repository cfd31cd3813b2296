import type { LedgerId } from "../../shared/core/ids.ts";
import { fillLedger } from "./fill.ts";
import { type Bench, type BenchmarkResult, goalRow, withCommas } from "./harness/subject.ts";
import { inTurn, ratioOf, times } from "./harness/timing.ts";
import { rowsOf } from "./ledgers.ts";
import { PERIOD, summaryPath } from "./summaries.ts";

/** One sale in each row of the return: larger ledgers have more sales in the same rows. */
const FEWEST = rowsOf("shop").length;
const SHOP = 5_000;
/** Number of events of the largest ledger, which stores each of them: `EVENTS=1000000` takes half an hour. */
const MOST = Number(process.env["EVENTS"] ?? 100_000);

const RETURN = `/v1/returns/union-oss/${PERIOD}`;

/** The answers of the console to the questions of an accountant. */
const ANSWERS = {
  "the summary": summaryPath(),
  "a figure, with the first page of its events": `${RETURN}/events?part=rows&limit=20`,
  "the bridge from the shop to the return": `${RETURN}/bridge`,
  "the explanation of an event": "/v1/supply-events/sale-0/explanation",
} as const;

/** Measures that answers take as long for a shop of many sales as for one of few. */
export async function measureAnswers(bench: Bench): Promise<BenchmarkResult> {
  const sizes = [FEWEST, SHOP, MOST];
  for (const size of sizes) {
    await bench.newAccount(accountOf(size));
    await fillLedger(accountOf(size), "shop", size, { evenly: true });
  }
  const rows = [];
  const lines = [];
  for (const [what, path] of Object.entries(ANSWERS)) {
    const works = sizes.map((size) => [`${size}`, () => bench.ask(accountOf(size), path)] as const);
    const took = await inTurn(Object.fromEntries(works), { blocks: 20, calls: 3 });
    const grown = (size: number, from: number) => ratioOf(took[size] ?? [], took[from] ?? []);
    // A page of a few hundred events reads less of the index than a full one.
    const { ratio, text } = grown(MOST, SHOP);
    const named = `${what}: over ${withCommas(MOST)} events against over ${withCommas(SHOP)}`;
    rows.push(goalRow("answerGrowth", named, ratio, text));
    lines.push([what, ...sizes.map((size) => times(grown(size, FEWEST).ratio))]);
  }
  const title = `Answers, by the events of the quarter, as multiples of the time at ${FEWEST} events`;
  return { rows, tables: [{ title, head: ["Answer", ...sizes.map(withCommas)], lines }] };
}

const accountOf = (size: number): LedgerId => `answers-${size}` as LedgerId;
