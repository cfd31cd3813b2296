export type Limit = { readonly text: string; readonly allows: (figure: number) => boolean };

const atMost = (most: number, unit = ""): Limit => ({
  text: `≤ ${most}${unit}`,
  allows: (figure) => figure <= most,
});

const atLeast = (least: number, unit = ""): Limit => ({
  text: `≥ ${least}${unit}`,
  allows: (figure) => figure >= least,
});

/** Goals that subjects of the benchmark measure. */
export const GOALS = {
  requestDepth: atMost(2),
  largeBatchDepth: atMost(4),
  pageDepth: atMost(3),
  longPageDepth: atMost(4),
  // Three calls, and one for every 4,000 entries: the account of the benchmark has fewer.
  filteredPageDepth: atMost(4),
  fewCalls: atMost(3),
  summaryCalls: atMost(6),
  monthPageCalls: atMost(6),
  pageCalls: atMost(14),
  eventCalls: atMost(2),
  calculationCalls: atMost(6),
  calculationDepth: atMost(4),
  summaryGrowth: atMost(1.3, " ×"),
  answerGrowth: atMost(1.3, " ×"),
  shopSummaryUnits: atMost(8),
  widestSummaryUnits: atMost(40),
  firstCall: atMost(1.15, " ×"),
  warmRequest: atMost(1.3, " ×"),
  postgresSummary: atMost(6, " ×"),
  saleUnits: atMost(7),
  batchSaleUnits: atMost(3.36),
  commitRate: atLeast(0.9, " ×"),
  importRate: atLeast(0.9, " ×"),
  importShare: atMost(25, " %"),
  importMemory: atMost(200, " MB"),
} satisfies Record<string, Limit>;

export type GoalName = keyof typeof GOALS;

/** Goals without a clock: tests check them at each change. */
export const TESTED_GOALS: readonly {
  readonly what: string;
  readonly goal: string;
  readonly tests: readonly string[];
}[] = [
  {
    what: "64 concurrent locks",
    goal: "one 201",
    tests: ["test/integration/returns/locks/races/concurrent-locks.test.ts"],
  },
  {
    what: "kill -9 while committing, importing, recounting",
    goal: "nothing acknowledged is lost, sums equal a recount",
    tests: ["test/crash"],
  },
  {
    what: "20,000 generated bad requests, by `npm run soak`",
    goal: "no 5xx",
    tests: ["test/fuzz"],
  },
];
