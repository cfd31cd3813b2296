import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildBundles } from "../../infra/bundling.ts";
import { JOURNAL_WRITER } from "../../infra/journal-stack.ts";
import { fallbackRow } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { freePort } from "../local/free-port.ts";
import { startAwsAnswers } from "./aws-answers.ts";
import { allJobs, gatewayEvents, jobEvent, streamEvent } from "./lambda-events.ts";
import { functionsIn, type TemplateFunction } from "./lambda-functions.ts";
import { EVERY_JOB, writeTemplates } from "./templates.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

const EMULATOR =
  "github.com/aws/aws-lambda-runtime-interface-emulator/cmd/aws-lambda-rie@v0.0.0-20261030222936-bef5c4ba774d";
const RUNTIME = "aws-lambda-ric@4.0.2";

type Started = { readonly handler: string; readonly summary: string; readonly event: object };

/** Every bundle in AWS's own emulator of the runtime, with the environment of its template. */
export const LAMBDA_RUNTIME: OutsideTool = {
  name: "runtime",
  source: "Go, which builds the emulator from its source; npm: aws-lambda-ric",
  version: async () => {
    const version = await ran("go", ["version"]);
    return version?.code === 0 ? `${RUNTIME}, ${version.stdout.split(" ")[2]}` : undefined;
  },
  run: async ({ folder, service }) => {
    const { full } = await service();
    await using closing = new AsyncDisposableStack();
    const tools = await installed(folder, await startAwsAnswers(closing));
    const started = startedFunctions(full);
    const bundles = join(folder, "bundles");
    await buildBundles(bundles, [
      ...Object.values(routes),
      fallbackRow,
      ...allJobs,
      JOURNAL_WRITER,
    ]);
    const templates = functionsIn(writeTemplates("dev", folder, EVERY_JOB), tools.answers);
    const runs: Run[] = [];
    for (const child of started) {
      const template = templates.find(({ description }) => description === child.summary);
      runs.push(await runOf(child, template, { ...tools, task: join(bundles, child.handler) }));
    }
    report(runs);
    return runs.flatMap(({ findings }) => findings);
  },
};

function startedFunctions(key: string): readonly Started[] {
  const gateway = gatewayEvents(key);
  const requests = [...Object.values(routes), fallbackRow].map((row) => ({
    ...row,
    event: gateway(row),
  }));
  const works = allJobs.map((job) => ({ ...job, event: jobEvent("outside" as LedgerId, job) }));
  return [...requests, ...works, { ...JOURNAL_WRITER, event: streamEvent("outside" as LedgerId) }];
}

type Tools = {
  readonly emulator: string;
  readonly runtime: string;
  /** The address of services that have no local server. */
  readonly answers: string;
};

/** Builds the emulator and installs the runtime's client. */
async function installed(folder: string, answers: string): Promise<Tools> {
  const built = await ran("go", ["install", EMULATOR], { env: { GOBIN: folder } });
  const runtime = join(folder, "runtime");
  const flags = ["--no-save", "--no-audit", "--no-fund", "--prefix", runtime, RUNTIME];
  const fetched = await ran("npm", ["install", ...flags]);
  for (const run of [built, fetched]) if (run?.code !== 0) throw new Error(run?.stderr);
  return {
    emulator: join(folder, "aws-lambda-rie"),
    runtime: join(runtime, "node_modules/aws-lambda-ric/index.mjs"),
    answers,
  };
}

/** The calls of one function: its first one, which starts it, and one more. */
type Run = {
  readonly handler: string;
  readonly cold_ms: number;
  readonly warm_ms: number;
  readonly memory_mb: number;
  readonly findings: readonly Finding[];
};

async function runOf(
  { handler, event }: Started,
  template: TemplateFunction | undefined,
  { emulator, runtime, answers, task }: Tools & { readonly task: string },
): Promise<Run> {
  const note = (rule: string, text: string): Finding => ({ rule, where: handler, text });
  if (!template) {
    return { ...NOT_RUN, handler, findings: [note("template", "no function is described so")] };
  }
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const flags = ["--log-level", "error", "--runtime-interface-emulator-address", address];
  const program = [process.execPath, runtime, "index.handler"];
  const child = spawn(emulator, [...flags, ...program], {
    cwd: task,
    env: environmentOf(template, task, answers),
    stdio: "ignore",
  });
  try {
    const [cold, warm] = [await invoked(address, event), await invoked(address, event)];
    const findings = [cold, warm].flatMap(({ answer }) => faultOf(answer) ?? []);
    return {
      handler,
      cold_ms: cold.ms,
      warm_ms: warm.ms,
      memory_mb: peakMemory(child),
      findings: findings.map((text) => note(ruleOf(text), text)),
    };
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

const NOT_RUN = { cold_ms: 0, warm_ms: 0, memory_mb: 0 };

/** The variables that Lambda sets, those of the template, and where the local servers are. */
const environmentOf = (
  { environment }: TemplateFunction,
  task: string,
  answers: string,
): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  LAMBDA_TASK_ROOT: task,
  AWS_LAMBDA_FUNCTION_NAME: "outside",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
  AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
  AWS_REGION: process.env["AWS_REGION"],
  AWS_ACCESS_KEY_ID: process.env["AWS_ACCESS_KEY_ID"],
  AWS_SECRET_ACCESS_KEY: process.env["AWS_SECRET_ACCESS_KEY"],
  AWS_ENDPOINT_URL: answers,
  AWS_ENDPOINT_URL_S3: process.env["AWS_ENDPOINT_URL_S3"],
  DYNAMODB_ENDPOINT: process.env["DYNAMODB_ENDPOINT"],
  // No function may depend on what the outside answers today.
  ECB_BASE_URL: answers,
  TEDB_URL: answers,
  VIES_BASE_URL: answers,
  ...environment,
});

async function invoked(address: string, event: object) {
  const url = `http://${address}/2015-03-31/functions/function/invocations`;
  const body = JSON.stringify(event);
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    try {
      const response = await fetch(url, { method: "POST", body });
      const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
      return { answer, ms: Math.round(performance.now() - began) };
    } catch (error) {
      // The emulator does not listen yet.
      if (attempt === 200) throw error;
      await wait(25);
    }
  }
}

type Answer = {
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly statusCode?: number;
  readonly batchItemFailures?: readonly object[];
};

/** Returns what is wrong with an answer: an error of the runtime, a 5xx, or a message that failed. */
function faultOf(answer: Answer | undefined): string | undefined {
  if (answer?.errorType) return `${answer.errorType}: ${answer.errorMessage}`;
  if ((answer?.statusCode ?? 0) >= 500) return `answers ${answer?.statusCode}`;
  return answer?.batchItemFailures?.length ? "a message failed" : undefined;
}

/** Jobs that fetch from elsewhere say so when nothing comes. */
const ruleOf = (text: string): string =>
  /^(EcbFeedError|TedbComparisonError):/.test(text) ? "nothing fetched" : "answer";

/** Returns the most memory, in megabytes, that the function's process has used. */
function peakMemory({ pid }: ChildProcess): number {
  const own = readdirSync("/proc").find((name) => parentOf(name) === pid);
  const status = own ? readFileSync(`/proc/${own}/status`, "utf8") : "";
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

function parentOf(pid: string): number | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

const SHOWN = 5;

function report(runs: readonly Run[]): void {
  const of = (name: "cold_ms" | "warm_ms" | "memory_mb") =>
    runs
      .toSorted((a, b) => b[name] - a[name])
      .slice(0, SHOWN)
      .map((run) => `${run.handler} ${run[name]}`)
      .join(", ");
  console.error(`runtime: ${runs.length} functions, two events each`);
  console.error(`  first call, ms: ${of("cold_ms")}`);
  console.error(`  second call, ms: ${of("warm_ms")}`);
  console.error(`  memory, MB: ${of("memory_mb")}`);
}
