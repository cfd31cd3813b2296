import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FUNCTION_LOG } from "../../scripts/local/data-folder.ts";
import { jobIntervals } from "../../scripts/local/timers.ts";
import { keepFile, keepText, noteSecrets, secretOf } from "./kept-logs.ts";
import { LARGE_SEMI_SPACE } from "./projects.ts";

/** What `npm start` prints when it is ready. */
export type Ready = {
  readonly url: string;
  readonly fullKey: string | undefined;
  readonly readOnlyKey: string | undefined;
  readonly lines: readonly string[];
};

export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type StackProcess = {
  readonly pid: number;
  readonly ready: Promise<Ready>;
  /** Settles when the demo account is complete; never without one. */
  readonly complete: Promise<void>;
  readonly ended: Promise<Ended>;
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
};

/** The settings of a stack that runs no scheduled job. */
export const NO_JOBS: Readonly<Record<string, string>> = Object.fromEntries(
  [...jobIntervals({}).keys()].map((variable) => [variable, "0"]),
);

/** The option of Node with which a stack waits for its engine as long as that takes. */
export const NO_DEADLINES = `--import=${new URL("no-deadlines.ts", import.meta.url)}`;

/** The environment of a command on this data folder, and nothing of the stack that the tests share. */
const environment = (dataDir: string, more: Record<string, string> = {}) => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  PORT: "0",
  DATA_DIR: dataDir,
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  GOGC: process.env["GOGC"],
  ...ofTrials(),
  ...more,
  NODE_OPTIONS: `${LARGE_SEMI_SPACE} ${more["NODE_OPTIONS"] ?? ofTrials().NODE_OPTIONS ?? ""}`,
});

/** The change of the code that is tried (scripts/checks/mutants). */
const ofTrials = () => {
  const { __STRYKER_ACTIVE_MUTANT__, MUTANT_COVERAGE, NODE_OPTIONS } = process.env;
  return {
    __STRYKER_ACTIVE_MUTANT__,
    ...(MUTANT_COVERAGE ? { MUTANT_COVERAGE, NODE_OPTIONS } : {}),
  };
};

/** Starts `npm start` on this data folder, on a free port unless `more` names one. */
export function runStack(
  dataDir: string,
  flags: readonly string[] = [],
  more: Record<string, string> = {},
): StackProcess {
  const child = runScript("scripts/local/start.ts", flags, environment(dataDir, more));
  const ended = endOf(child);
  child.once("close", () => keepFile(join(dataDir, FUNCTION_LOG)));
  const ready = Promise.race([readyLines(child), ended.then(neverReady)]);
  // A stack that is meant not to start has nobody waiting for it.
  ready.catch(() => {});
  const complete = new Promise<void>((done) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("the demo account is complete\n")) done();
    });
  });
  return {
    pid: child.pid as number,
    ready,
    complete,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** A script of the project that runs, as its npm script would. */
export type RunningCommand = { readonly pid: number; readonly ended: Promise<Ended> };

type Command = [
  script: `${"scripts" | "test/crash" | "test/integration"}/${string}`,
  flags: readonly string[],
  dataDir: string,
  more?: Record<string, string>,
];

export function startCommand(...[script, flags, dataDir, more]: Command): RunningCommand {
  const child = runScript(script, flags, environment(dataDir, more));
  return { pid: child.pid as number, ended: endOf(child) };
}

/** Runs one to its end. */
export const runCommand = (...command: Command): Promise<Ended> => startCommand(...command).ended;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Under the Node that runs the tests: `npm test` puts that of the lock file first. */
const runScript = (script: string, flags: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [script, ...flags], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });

async function endOf(child: ReturnType<typeof runScript>): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  // Keys are for stdout, where they are asked for, and for nothing else.
  noteSecrets(stdout.split(/\s/).map(secretOf));
  keepText(stderr);
  return { code, stdout, stderr };
}

/** All lines arrive with the first. */
async function readyLines(child: ReturnType<typeof runScript>): Promise<Ready> {
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  const lines = chunk.toString().trimEnd().split("\n");
  const after = (start: string) =>
    lines.find((line) => line.startsWith(start))?.slice(start.length);
  const url = after("ready ");
  if (!url) throw new Error(`not ready: ${lines.join(" | ")}`);
  return { url, fullKey: after("full key: "), readOnlyKey: after("read-only key: "), lines };
}

function neverReady({ code, stderr }: Ended): never {
  throw new Error(`the stack ended with ${code} before it was ready: ${stderr}`);
}
