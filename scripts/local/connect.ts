import { setTimeout as wait } from "node:timers/promises";
import { commandFolder } from "./command-folder.ts";
import { giveUpDataFolder, keyProofSecret, takeDataFolder } from "./data-folder.ts";
import { outsideDynamo, setDefaults, setKeyProofs, setRunningStack } from "./environment.ts";
import { Failure } from "./failure.ts";
import { provideDynamo, provideS3 } from "./services.ts";
import { holderOf, type RunningStack } from "./stack-file.ts";

/**
 * Runs `use` with the environment of a stack. That is the deployed stage of TABLE_NAME, otherwise the stack that runs
 * on the data folder (DATA_DIR, or a running stack), otherwise temporary engines: a database, and an S3 server if
 * `files` are needed. `use` receives a running stack, and must import store modules itself, because their clients read
 * the environment at import.
 * @throws Failure if the data folder cannot be used.
 */
export async function withStack<T>(
  use: (running: RunningStack | undefined) => Promise<T>,
  needs: Needs = {},
): Promise<T> {
  if (process.env["TABLE_NAME"]) {
    if (needs.signs && !outsideDynamo() && !process.env["KEY_PROOF_SECRETS"]) {
      throw new Failure(
        "KEY_PROOF_SECRETS is not set: it signs changes of rights. Step 4 of docs/operations.md#deploy-from-scratch sets it",
        2,
      );
    }
    return use(undefined);
  }
  const dataDir = await dataDirOfCommand();
  const running = await takeOrFindStack(dataDir);
  if (!running) return withMomentaryEngines(dataDir, use, needs);
  setRunningStack(running);
  return use(running);
}

/** `signs`: the command changes or checks rights, which the secret of the stage signs. */
type Needs = { readonly files?: true; readonly signs?: true };

/** Returns the data folder of this command; prints messages about it to stderr. */
export async function dataDirOfCommand(): Promise<string> {
  const { dataDir, said } = await commandFolder(process.env);
  for (const line of said) process.stderr.write(`${line}\n`);
  return dataDir;
}

async function withMomentaryEngines<T>(
  dataDir: string,
  use: (running: undefined) => Promise<T>,
  { files, signs }: Needs,
): Promise<T> {
  await using closing = new AsyncDisposableStack();
  closing.defer(() => giveUpDataFolder(dataDir));
  setDefaults();
  const isOwn = !outsideDynamo();
  await provideDynamo(dataDir, closing);
  if (signs && isOwn) {
    const { provideSealingKey } = await import("./sealing-key.ts");
    await provideSealingKey(dataDir);
    setKeyProofs(await keyProofSecret(dataDir));
  }
  if (files) await provideS3(dataDir, closing);
  return await use(undefined);
}

const PATIENCE_MS = 60_000;

/**
 * Returns the running stack, or undefined if nothing runs and this process has taken the folder. Waits for a stack that
 * is starting and for other commands.
 */
export async function takeOrFindStack(dataDir: string): Promise<RunningStack | undefined> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const holder = await holderOf(dataDir);
    if (holder?.stack) return holder.stack;
    if (!holder && (await takeDataFolder(dataDir)) === undefined) return undefined;
    await wait(50);
  }
  throw new Failure(`${dataDir} is in use by a process that does not become ready`);
}
