import { randomUUID } from "node:crypto";
import { measureBoundary } from "./boundary.ts";
import { measureBundles } from "./bundles.ts";
import { measureCalculations } from "./calculations.ts";
import type { Meter } from "./capacity.ts";
import { measureCold } from "./cold.ts";
import { measureCommits } from "./commits.ts";
import { measureConsole } from "./console.ts";
import { measureFullYear } from "./full-year.ts";
import { measureGigabyte, measureImports } from "./imports.ts";
import { measureLateChanges } from "./late-changes.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { measurePeers } from "./peers/peers.ts";
import { measurePureEngine } from "./pure-engine.ts";
import { measureRecords } from "./records.ts";
import { measureReports } from "./reports.ts";
import type { Findings, Row } from "./timing.ts";
import { measureUnits } from "./units.ts";
import { measureWarmReads } from "./warm-reads.ts";

/** What the parts have in common: the stack that runs, and one account on it. */
export type Bench = {
  readonly url: string;
  readonly account: string;
  readonly key: string;
  /** Numbers of events of the reports. */
  readonly sizes: readonly number[];
  readonly meter: Meter;
  /** A new account, whose registration begins before all sales unless said otherwise. Gives its key. */
  readonly newAccount: (name: string, from?: string) => Promise<string>;
  readonly ask: (account: string, path: string, body?: unknown) => Promise<string>;
};

type Measured = Promise<readonly Row[] | Findings>;

/** The parts that need no stack, and when they run: always, or when they are asked for. */
export const ALONE: Readonly<Record<string, () => Measured>> = {
  bundles: measureBundles,
  engine: () => measurePureEngine(1_000_000),
};

/** The parts on a stack, in the order in which they run. What takes no events comes first. */
export const ON_STACK: Readonly<Record<string, (bench: Bench) => Measured>> = {
  reads: ({ account, key, ask }) => {
    const keyId = key.split("_")[2] as string;
    return measureWarmReads(account, keyId, async (path) => void (await ask(account, path)));
  },
  threshold: async ({ newAccount, meter }) => {
    await newAccount("bench-year");
    return measureFullYear("bench-year", meter);
  },
  cold: ({ key }) => {
    const dice = seeded(1);
    return measureCold(key, () => ({ ...saleOf("shop", 0, dice), event_id: randomUUID() }));
  },
  commits: (bench) => measureCommits(bench.account, callOf(bench), bench.meter),
  calculations: ({ account, ask }) => measureCalculations(account, ask),
  records: measureRecords,
  imports: ({ account, url, key }) => measureImports(account, { url, key }),
  units: async ({ newAccount }) => {
    await newAccount("bench-units");
    await newAccount("bench-importer");
    return measureUnits("bench-units", "bench-importer");
  },
  gigabyte: ({ account }) => measureGigabyte(account),
  reports: (bench) => measureReports(bench, callOf(bench)),
  boundary: (bench) => measureBoundary(bench, callOf(bench)),
  late: measureLateChanges,
  console: ({ url, newAccount }) => measureConsole(url, newAccount),
  peers: ({ url, newAccount }) => measurePeers(url, newAccount),
};

const callOf =
  ({ ask }: Bench) =>
  async (account: string, path: string, body?: unknown): Promise<void> => {
    await ask(account, path, body);
  };

/** What is left out unless it is asked for: it takes long, or needs other programs. */
export const ON_REQUEST: readonly string[] = ["gigabyte", "peers"];
