import type { ImportView } from "../../../shared/imports/jobs/schema.ts";

const WIDTH = 40;

/** Shows the progress in one line, which each call overwrites. */
export function showProgress({ status, progress }: ImportView): void {
  const { rows_done, rows } = progress;
  const filled = rows ? Math.floor((rows_done / rows) * WIDTH) : 0;
  const bar = "#".repeat(filled).padEnd(WIDTH, ".");
  const words = rows === null ? status : `${status}: ${rows_done} of ${rows} rows`;
  process.stderr.write(`\r[${bar}] ${words.padEnd(WIDTH)}`);
}
