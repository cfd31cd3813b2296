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
    name: "reads",
    goals: ["warmRead"],
    run: async (bench) => (await import("./requests.ts")).measureReads(bench),
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
