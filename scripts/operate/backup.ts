import { resolve } from "node:path";
import { dataDirOfCommand, takeOrFindStack } from "../local/connect.ts";
import { giveUpDataFolder } from "../local/data-folder.ts";
import { ownEngines } from "../local/environment.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { type BackedUp, backUp, hasData } from "./local-data/back-up.ts";

const USAGE = `usage: npm run --silent backup -- <new folder>
Copies the local data, also while the server runs: the database as it is at one moment, the files of the
S3 server, and the keys of the demo account. Exits 1 when something is wrong, 2 for a wrong command line.`;

const ELSEWHERE =
  "the data are not in the data folder, but where TABLE_NAME or an endpoint says: back them up there";

await runCommand(async () => {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || folder.startsWith("-") || rest.length > 0) throw new Failure(USAGE, 2);
  if (process.env["TABLE_NAME"] || !ownEngines()) throw new Failure(ELSEWHERE);
  const to = resolve(folder);
  const { files, unsound } = await backUpHeld(await dataDirOfCommand(), to);
  for (const path of unsound) {
    process.stderr.write(`${path} does not fit its own checksum: it was copied as it is\n`);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`backed up ${files.length} files, ${bytes} bytes, to ${to}`);
});

/** Backs up a folder while this process or a running stack holds it, so that no other process can empty it. */
async function backUpHeld(dataDir: string, to: string): Promise<BackedUp> {
  if (!hasData(dataDir)) throw new Failure(`there are no data in ${dataDir}`);
  const running = await takeOrFindStack(dataDir);
  try {
    if (running?.data === "elsewhere") throw new Failure(ELSEWHERE);
    return await backUp(dataDir, to, new Date());
  } finally {
    if (!running) await giveUpDataFolder(dataDir);
  }
}
