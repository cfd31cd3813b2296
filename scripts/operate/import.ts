import { runCommand } from "../local/failure.ts";
import { importArguments } from "./imports/command-line.ts";
import { showProgress } from "./imports/progress-bar.ts";
import { withApi } from "./imports/reach-api.ts";
import { reportLines } from "./imports/report-table.ts";
import { runImport } from "./imports/run-import.ts";

await runCommand(async () => {
  const asked = await importArguments(process.argv.slice(2));
  const isWatched = process.stderr.isTTY && !asked.asJson;
  const watch = isWatched ? showProgress : () => {};
  const result = await withApi(asked.account, (api) => runImport(api, asked, watch));
  if (isWatched) process.stderr.write("\n");
  if (asked.asJson) console.log(JSON.stringify(result.job));
  else for (const line of reportLines(result)) console.log(line);
  const { status, counts } = result.job;
  const isWhole = status === "completed" || status === "checked";
  if (!isWhole || counts.rejected + counts.conflict > 0) process.exitCode = 1;
});
