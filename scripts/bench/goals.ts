/** What the service must reach: measured by a part of the benchmark, or held by tests. */
export type Goal = Measured | Held;

/** Its rows are those of the part that the pattern finds, with what they ask for. */
type Measured = { readonly part: string; readonly rows: RegExp };

/** What does not depend on a clock is asked for by tests at each change. */
type Held = { readonly what: string; readonly goal: string; readonly by: readonly string[] };

/** In the order of the page. */
export const GOALS: readonly Goal[] = [
  { part: "reports", rows: /against the same rows/ },
  { part: "boundary", rows: /registration begins/ },
  { part: "late", rows: /late changes/ },
  { part: "reports", rows: /have not met: read units of a summary$/ },
  { part: "peers", rows: /^shop: .*PostgreSQL that keeps the same sums/ },
  { part: "peers", rows: /events from which its summary is faster/ },
  { part: "peers", rows: /^single commits/ },
  { part: "commits", rows: /write units of a sale alone/ },
  { part: "commits", rows: /write units of a sale in a batch/ },
  { part: "commits", rows: /by hand/ },
  { part: "reads", rows: /./ },
  { part: "cold", rows: /^cold request of getQuarterlySummary/ },
  { part: "cold", rows: /^cold request of commitSupplyEvents/ },
  { part: "threshold", rows: /full year.*: read units/ },
  { part: "threshold", rows: /full year.*: latency/ },
  { part: "console", rows: /first load/ },
  {
    what: "bundles, minified: public; account; with files; health",
    goal: "≤ 120 KB; 480; 640; 10, and what workbooks, return files and formats of imports add",
    by: ["test/infra/bundles.test.ts"],
  },
  {
    what: "64 concurrent locks",
    goal: "one 201",
    by: ["test/integration/returns/locks/races/concurrent-locks.test.ts"],
  },
  {
    what: "kill -9 while committing, importing, recounting",
    goal: "nothing acknowledged lost, sums equal a recount",
    by: ["test/crash", "test/soak"],
  },
  {
    what: "10,000 generated bad requests",
    goal: "no 5xx",
    by: ["test/fuzz"],
  },
];
