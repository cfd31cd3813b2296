import { createReadStream } from "node:fs";
import type { ImportReport } from "../../../shared/imports/report.ts";
import type { ImportArguments } from "./command-line.ts";

/** Imports the file; undefined when there is no such account. */
export async function importNow(asked: ImportArguments): Promise<ImportReport | undefined> {
  const { isAccount } = await import("../../../shared/store/accounts.ts");
  const { importFile } = await import("../../../shared/flows/import-file.ts");
  const { account, format, settings, dry_run, file } = asked;
  if (!(await isAccount(account))) return undefined;
  const isWatched = process.stderr.isTTY && !asked.asJson;
  const report = await importFile({
    account,
    format,
    settings,
    dry_run,
    open: () => createReadStream(file),
    now: () => new Date(),
    ...(isWatched && { onProgress: showProgress }),
  });
  if (isWatched) process.stderr.write("\n");
  return report;
}

const WIDTH = 40;

/** One line that is written over and over. */
function showProgress(done: number, rows: number): void {
  const filled = rows === 0 ? WIDTH : Math.floor((done / rows) * WIDTH);
  const bar = "#".repeat(filled).padEnd(WIDTH, ".");
  process.stderr.write(`\r[${bar}] ${done} of ${rows} rows`);
}
