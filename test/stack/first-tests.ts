import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Tests that read the whole table of the shared stack. What a test leaves in the table stays there, so the
 * same scan is ten times as slow at the end of a run as at its beginning.
 */
const SCANNING = [
  "integration/accounts/empty-sandbox.test.ts",
  "integration/accounts/remove-sandbox.test.ts",
  "integration/imports/samples.test.ts",
  "integration/ledger/dry-run.test.ts",
  "integration/ledger/list-index.test.ts",
  "integration/ledger/tampering.test.ts",
  "integration/notifications/webhooks/webhooks.test.ts",
  "integration/returns/overview/filing-prep/nothing-written.test.ts",
];

/**
 * Tests of small files that take long, the longest first. Vitest, which knows no times in a new clone, would run them alone at
 * the end, and as many files of both kinds in each shard.
 */
export const LONG = [
  "integration/local/stored-folders.test.ts",
  "integration/shops/open-or-booked.test.ts",
  "infra/bundles.test.ts",
  "infra/infra.test.ts",
  "integration/operations/rights/rights.alone.test.ts",
  "integration/shops/open-invoices.test.ts",
  "integration/openapi/errors.test.ts",
  "integration/operations/journal/journal.test.ts",
];

const FIRST = [...SCANNING, ...LONG];

const isAt = (file: string, { moduleId }: TestSpecification) => moduleId.endsWith(`/test/${file}`);
const isFirst = (spec: TestSpecification): boolean => FIRST.some((file) => isAt(file, spec));
const isLong = (spec: TestSpecification): boolean => LONG.some((file) => isAt(file, spec));

/** Vitest's own order, which has the largest files first, but these tests before all others; shards share the long ones. */
export class FirstTests extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const long = LONG.flatMap((file) => files.filter((spec) => isAt(file, spec)));
    const others = await super.shard(files.filter((spec) => !isLong(spec)));
    return [...others, ...long.filter((_, n) => n % count === index - 1)];
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = FIRST.filter((file) => !existsSync(`test/${file}`));
    if (gone.length > 0) throw new Error(`tests that are to run first, and are not there: ${gone}`);
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
