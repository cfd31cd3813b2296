import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ownEngines } from "../local/environment.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { holdDataFolder } from "../local/services.ts";
import { dataDirFrom } from "../local/settings.ts";
import { restoreInto } from "./local-data/restore.ts";

const USAGE = `usage: npm run --silent restore -- <folder of a backup> [--force]
Puts a backup into the data folder (DATA_DIR, else .local), which no server may be using; --force replaces
the data that are there. Exits 1 when something is wrong, 2 for a wrong command line.`;

await runCommand(async () => {
  const { folder, force } = argumentsIn(process.argv.slice(2));
  if (process.env["TABLE_NAME"] || !ownEngines()) {
    throw new Failure("TABLE_NAME or an endpoint names other data: a backup is not put there");
  }
  const dataDir = dataDirFrom(process.env);
  await using closing = new AsyncDisposableStack();
  await holdDataFolder(dataDir, closing);
  const { files, made_at, service_version } = await restoreInto(dataDir, resolve(folder), force);
  console.log(
    `restored ${files.length} files into ${dataDir}, as they were at ${made_at} (version ${service_version})`,
  );
});

function argumentsIn(args: string[]): { folder: string; force: boolean } {
  try {
    const options = { force: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [folder, ...rest] = positionals;
    if (folder && rest.length === 0) return { folder, force: values.force };
  } catch {
    // For any wrong argument, the usage line is printed.
  }
  throw new Failure(USAGE, 2);
}
