import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { importArguments } from "./imports/command-line.ts";
import { importNow } from "./imports/import-now.ts";
import { reportLines } from "./imports/report-table.ts";

await runCommand(async () => {
  const asked = await importArguments(process.argv.slice(2));
  const report = await withStack(() => importNow(asked));
  if (!report) throw new Failure(`there is no account ${asked.account}`, 2);
  if (asked.asJson) console.log(JSON.stringify(report));
  else for (const line of reportLines(report)) console.log(line);
  const { status, counts } = report;
  if (status === "failed" || counts.rejected + counts.conflict > 0) process.exitCode = 1;
});
