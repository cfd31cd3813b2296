import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { setRunningStack } from "../../local/environment.ts";
import { Failure } from "../../local/failure.ts";
import { holderOf } from "../../local/stack-file.ts";
import { startCallCounter } from "./call-counter.ts";
import type { Bench } from "./subject.ts";

/** A running stack with data of its own; the data of the checkout is not changed. */
type BenchStack = {
  readonly url: string;
  readonly pid: number;
  readonly end: () => Promise<void>;
};

/** Scheduled jobs are functions of their own on AWS. Here they would share the measured process. */
const NO_JOBS = {
  MONITOR_EVERY_SECONDS: "0",
  RECOUNT_EVERY_SECONDS: "0",
  CATCH_UP_EVERY_SECONDS: "0",
  VIES_EVERY_SECONDS: "0",
  WEBHOOKS_EVERY_SECONDS: "0",
  MAILS_EVERY_SECONDS: "0",
};

/** Makes a folder for data: in memory where the machine has such a folder, so that the service waits for no disk. */
export const newFolder = (name: string): Promise<string> =>
  mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), `vat-${name}-`));

/** Starts a stack as `npm start` does, and points the environment of this process at its engines. */
export async function startBenchStack(): Promise<BenchStack> {
  const dataDir = await newFolder("bench");
  const child = spawn(process.execPath, ["scripts/local/start.ts", "--fresh", "--no-demo"], {
    env: { ...process.env, ...NO_JOBS, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await readyUrl(child);
  const stack = (await holderOf(dataDir))?.stack;
  if (!stack) throw new Failure("the stack of the benchmark does not publish its endpoints");
  setRunningStack(stack);
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
 * Waits until the stack prints `ready <url>`, and returns the address.
 * @throws Failure when the process ends before
 */
async function readyUrl(child: ChildProcess): Promise<string> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Failure(`a server of the benchmark ended with ${code}`);
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!/^ready (\S+)$/m.test(output)) {
    await Promise.race([once(child.stdout as NodeJS.EventEmitter, "data"), ended]);
  }
  ended.catch(() => {});
  return /^ready (\S+)$/m.exec(output)?.[1] as string;
}

/** Starts a server that the service is compared with in a process of its own; returns its address. */
export function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  closing: AsyncDisposableStack,
): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  closing.defer(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  return readyUrl(child);
}

/** Returns the environment of a process that logs as a deployed function does. */
export const functionEnvironment = (engine: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DYNAMODB_ENDPOINT: engine,
  POWERTOOLS_LOG_LEVEL: "INFO",
  POWERTOOLS_METRICS_DISABLED: "false",
});

/** Runs `work` on a stack of its own whose calls from this process are counted. */
export async function withBench(
  sizes: readonly number[],
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const stack = await startBenchStack();
  closing.defer(stack.end);
  const engine = process.env["DYNAMODB_ENDPOINT"] as string;
  // Set for this process only: the stack was started before, and logs like a function.
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: "SILENT",
    POWERTOOLS_METRICS_DISABLED: "true",
  });
  const counter = await startCallCounter();
  closing.defer(counter.end);
  const keys = new Map<string, string>();
  await work({
    url: stack.url,
    pid: stack.pid,
    sizes,
    engine,
    takeCalls: counter.take,
    newAccount: async (name, from) => {
      const key = await newSeller(stack.url, name as LedgerId, from);
      keys.set(name, key);
      return key;
    },
    ask: (account, path, body) => request(stack.url, keys.get(account) as string, path, body),
    // Imported late: clients read the environment at import.
    startApiHere: async () => (await import("../../local/api-here.ts")).apiHere(closing),
  });
}

/**
 * Creates an account in the Union scheme of Sweden, registered before all sales or from a day on.
 * @returns its key; the stack of the benchmark has to run.
 */
export async function newSeller(
  url: string,
  account: LedgerId,
  effective_from = "2021-07-01",
): Promise<string> {
  const { issueKey } = await import("../../operate/api-keys/keys.ts");
  const key = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  await request(url, key, "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from,
    status: "active",
  });
  return key;
}

/** Calls as the SDK calls the table: `fetch` would add a third of a millisecond of the caller to each call. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends a POST of `body`, or a GET without one, and returns the response.
 * @throws Failure for a status that is no success
 */
export async function request(
  url: string,
  key: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const method = body ? "POST" : "GET";
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const sent = httpRequest(`${url}${path}`, { method, headers, agent });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200 && response.statusCode !== 201)
    throw new Failure(`${method} ${path}: ${response.statusCode} ${answer}`);
  return answer;
}
