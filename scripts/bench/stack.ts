import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../local/failure.ts";
import { holderOf } from "../local/stack-file.ts";
import { inMemory } from "./memory.ts";

/** A stack of the benchmark's own: nothing it does touches the data of the checkout. */
export type BenchStack = {
  readonly url: string;
  readonly pid: number;
  readonly end: () => Promise<void>;
};

/** On AWS scheduled jobs are functions of their own. Here they would share the process that is measured. */
const NO_JOBS = {
  MONITOR_EVERY_SECONDS: "0",
  RECOUNT_EVERY_SECONDS: "0",
  WEBHOOKS_EVERY_SECONDS: "0",
};

/** Starts it as `npm start` would, and sets the environment so that the stores reach its engine. */
export async function startBenchStack(): Promise<BenchStack> {
  const dataDir = await mkdtemp(join(inMemory(), "vat-bench-"));
  const child = spawn(process.execPath, ["scripts/local/start.ts", "--fresh", "--no-demo"], {
    env: { ...process.env, ...NO_JOBS, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await readyUrl(child, "the stack of the benchmark");
  const stack = (await holderOf(dataDir))?.stack;
  if (!stack) throw new Failure("the stack of the benchmark does not say where it is");
  Object.assign(process.env, {
    DYNAMODB_ENDPOINT: stack.dynamodb_endpoint,
    AWS_ENDPOINT_URL_S3: stack.s3_endpoint,
    AWS_REGION: stack.region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: stack.table,
    BUCKET_NAME: stack.bucket,
    IMPORT_BUCKET_NAME: stack.import_bucket,
  });
  return {
    url,
    pid: child.pid as number,
    end: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * Where a child process serves, as soon as it says `ready <url>`, and all that it had said until then.
 * @throws Failure when it ends before
 */
export async function readyUrl(
  child: ChildProcess,
  name: string,
): Promise<[url: string, said: string]> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Failure(`${name} ended with ${code}`);
  });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!/^ready (\S+)$/m.test(said)) {
    await Promise.race([once(child.stdout as NodeJS.EventEmitter, "data"), ended]);
  }
  ended.catch(() => {});
  return [/^ready (\S+)$/m.exec(said)?.[1] as string, said];
}
