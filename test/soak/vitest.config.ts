import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run soak`: the tests that come in two lengths, in their long form, one after the other. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: [
      "test/**/*.soak.test.ts",
      "test/integration/notifications/webhooks/hanging.alone.test.ts",
      "test/integration/openapi/errors.test.ts",
      "test/integration/operations/journal/tampering-table.alone.test.ts",
      "test/{model,crash,explorer,faults,fuzz,isolation}/**/*.test.ts",
      "test/integration/**/races/**/*.test.ts",
      "test/integration/imports/{command,samples,undo}.test.ts",
      "test/integration/imports/connections/{back-fill,bad-input,stripe}.test.ts",
      "test/integration/returns/declared-once/**/*.test.ts",
      "test/integration/returns/every-event-has-a-place.test.ts",
      "test/integration/returns/reconciled-histories.alone.test.ts",
      "test/integration/returns/documents/ties.test.ts",
      "test/integration/returns/overview/filing-prep/agreement.test.ts",
      "test/integration/returns/locks/{under-faults.alone,verify-locks}.test.ts",
      "test/integration/vat/{exchange-rates/ecb-rates,tedb/decide-rate}.alone.test.ts",
      "test/integration/console/locked-return.test.ts",
      "test/integration/ledger/properties.test.ts",
      "test/integration/ledger/**/{under-faults,killed}.alone.test.ts",
      "test/unit/ledger/{plan,recount,consignment,refunded-total}.test.ts",
      "test/unit/returns/portal-files/{round-trip,text-round-trip}.test.ts",
    ],
    env: { SOAK: "1" },
    globalSetup: "test/stack/global-setup.ts",
    setupFiles: "test/stack/environment.ts",
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 6 * 3_600_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
