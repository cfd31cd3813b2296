import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { readStage } from "./deployment/read-stage.ts";

const USAGE = `usage: npm run --silent restore-rehearsal -- <stage> [--account <name>]... [--yes]
Restores the newest backup of a stage's table into another table, verifies that one as verify-tallies and verify-locks
do (all accounts, or those given), prints what it has, and deletes it. Changes nothing of the table in use. Asks
before; --yes does not. After a kill, the same command goes on. Exits 1 when the backup could not be restored or is not
sound, 2 for a wrong command line.`;

/** Milliseconds between two questions to AWS; a restore takes minutes to hours. */
const EVERY_MS = 5_000;

await runCommand(async () => {
  const { stage, only, isAgreed } = argumentsIn(process.argv.slice(2));
  process.env["AWS_REGION"] ??= readStage(stage).region ?? "";
  const region = process.env["AWS_REGION"];
  if (!region) throw new Failure("no region: export AWS_REGION", 2);
  const { RestoreCloud } = await import("./restore/restore-cloud.ts");
  const { rehearseRestore } = await import("./restore/rehearse-restore.ts");
  const { verifyRestored } = await import("./restore/verify-restored.ts");
  const isSound = await rehearseRestore(stage, {
    cloud: new RestoreCloud(region),
    say: console.log,
    confirm: async (question) => isAgreed || agreed(question),
    verify: async (data, restored, at) => {
      process.env["TABLE_NAME"] = restored;
      return verifyRestored(data, restored, { at, only });
    },
    every: EVERY_MS,
  });
  if (!isSound) process.exitCode = 1;
});

function argumentsIn(args: string[]) {
  try {
    const options = {
      account: { type: "string", multiple: true },
      yes: { type: "boolean", default: false },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [stage, ...rest] = positionals;
    if (stage && rest.length === 0) return { stage, only: values.account, isAgreed: values.yes };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}

async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure("nobody can be asked here: add --yes", 2);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`${question}\nGo on? (yes) `)).trim() === "yes";
  } finally {
    lines.close();
  }
}
