import { median, percentile } from "../timing.ts";
import type { Memory } from "./memory.ts";
import { NO_OP } from "./shop.ts";
import type { Traffic } from "./traffic.ts";

/** A table of latencies, each as a ratio to the median of the no-op of the same run. */
export function latencyTable({ taken }: Traffic): string[] {
  const unit = median(taken.get(NO_OP) ?? [Number.NaN]);
  const cell = (times: readonly number[], part: number) =>
    `${(percentile(times, part) / unit).toFixed(1)} ×`;
  return [
    "| request | sent | 50 % | 95 % | 99 % |",
    "|---|--:|--:|--:|--:|",
    ...[...taken].map(([kind, times]) => {
      const cells = [0.5, 0.95, 0.99].map((part) => cell(times, part));
      return `| ${kind} | ${times.length} | ${cells.join(" | ")} |`;
    }),
  ];
}

/** A table of resident memory: what was held at first, in the middle and in the end. */
export function memoryTable(samples: readonly Memory[]): string[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const parts = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)];
  const row = (name: string, held: (one: Memory) => number) => {
    const [first = 0, middle = 0, last = 0] = parts.map((part) => median(part.map(held)));
    const cells = [first, middle, last].map((megabytes) => `${megabytes.toFixed(0)} MB`);
    return `| ${name} | ${cells.join(" | ")} | ${(last / first).toFixed(2)} × |`;
  };
  return [
    "| resident memory, median | first third | second third | last third | growth |",
    "|---|--:|--:|--:|--:|",
    row("server", ({ server }) => server),
    row("engine", ({ engine }) => engine),
  ];
}
