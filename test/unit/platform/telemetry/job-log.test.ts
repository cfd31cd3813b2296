import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loggedJob } from "../../../../shared/platform/telemetry/telemetry.ts";

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Line = {
  readonly RunsDone?: number;
  readonly job?: string;
  readonly _aws?: { readonly CloudWatchMetrics: readonly { readonly Dimensions: unknown }[] };
};

const runsDone = (): Line[] =>
  vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]): Line => JSON.parse(String(text)))
    .filter((line) => "RunsDone" in line);

it("a run that came to its end is counted, by its job: an alarm listens for none", async () => {
  await loggedJob("refreshRates", () => Promise.resolve({ stored: 1 }))(undefined);
  expect(runsDone()).toMatchObject([{ job: "refreshRates", RunsDone: 1 }]);
  const [metrics] = runsDone()[0]?._aws?.CloudWatchMetrics ?? [];
  expect(metrics?.Dimensions).toEqual([["service", "job"]]);
});

it("one that failed is not", async () => {
  const failing = loggedJob("refreshRates", () => Promise.reject(new Error("no feed")));
  await expect(failing(undefined)).rejects.toThrow("no feed");
  expect(runsDone()).toEqual([]);
});
