import type { Benchmark } from "./harness/subject.ts";

/**
 * The subjects of the benchmark, in the order of a run: those without many events come first. They are imported late,
 * because clients read the environment at import.
 */
export const SUBJECTS: readonly Benchmark[] = [
  {
    name: "depth",
    goals: [
      "requestDepth",
      "largeBatchDepth",
      "pageDepth",
      "longPageDepth",
      "filteredPageDepth",
      "calculationDepth",
      "fewCalls",
      "summaryCalls",
      "monthPageCalls",
      "pageCalls",
      "eventCalls",
      "calculationCalls",
    ],
    run: async (bench) => (await import("./requests.ts")).measureDepth(bench),
  },
  {
    name: "warm",
    goals: ["warmRequest"],
    run: async (bench) => (await import("./warm-requests.ts")).measureWarmRequests(bench),
  },
  {
    name: "first-calls",
    goals: ["firstCall"],
    run: async (bench) => (await import("./first-calls.ts")).measureFirstCalls(bench),
  },
  {
    name: "commits",
    goals: ["saleUnits", "batchSaleUnits", "commitRate"],
    run: async (bench) => (await import("./commits.ts")).measureCommits(bench),
  },
  {
    name: "imports",
    goals: ["importRate", "importMemory"],
    run: async (bench) => (await import("./imports.ts")).measureImports(bench),
  },
  {
    name: "shares",
    goals: ["importShare"],
    run: async (bench) => (await import("./import-shares.ts")).measureImportShares(bench),
  },
  {
    name: "units",
    goals: [],
    run: async (bench) => (await import("./units.ts")).measureUnits(bench),
  },
  {
    name: "reports",
    goals: ["summaryGrowth", "shopSummaryUnits", "widestSummaryUnits"],
    run: async (bench) => (await import("./summaries.ts")).measureReports(bench),
  },
  {
    name: "postgres",
    goals: ["postgresSummary"],
    run: async (bench) => (await import("./peers/peers.ts")).measurePeers(bench),
  },
  {
    name: "boundary",
    goals: ["summaryGrowth"],
    run: async (bench) => (await import("./summaries.ts")).measureBoundary(bench),
  },
  {
    name: "late",
    goals: ["summaryGrowth"],
    run: async (bench) => (await import("./summaries.ts")).measureLateChanges(bench),
  },
  {
    name: "answers",
    goals: ["answerGrowth"],
    run: async (bench) => (await import("./answers.ts")).measureAnswers(bench),
  },
];
