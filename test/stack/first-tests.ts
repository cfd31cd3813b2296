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

/** Tests of small files that take long. Vitest, which knows no times in a new clone, would run them alone at the end. */
const LONG = ["infra/infra.test.ts", "integration/operations/journal/journal.test.ts"];

const FIRST = [...SCANNING, ...LONG];

const isFirst = ({ moduleId }: TestSpecification): boolean =>
  FIRST.some((file) => moduleId.endsWith(`/test/${file}`));

/** Vitest's own order, which has the largest files first, but these tests before all others. */
export class FirstTests extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = FIRST.filter((file) => !existsSync(`test/${file}`));
    if (gone.length > 0) throw new Error(`tests that are to run first, and are not there: ${gone}`);
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
