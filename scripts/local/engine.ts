import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf, Failure } from "./failure.ts";
import { freePort } from "./free-port.ts";
import { textOf } from "./text-file.ts";

/** A DynamoDB engine on the loopback interface. */
export type Engine = {
  readonly endpoint: string;
  /** Settles when the engine has ended, expected or not. */
  readonly ended: Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/*
 * The engine must not outlive this process, not even after kill -9. Its supervisor holds one end of a pipe: when this
 * process ends in any way, the kernel closes the other end, and `cat` ends. A shell gives background jobs /dev/null as
 * input, so the pipe is copied to descriptor 3.
 */
const SUPERVISOR = `exec 3<&0
"$@" 3<&- &
engine=$!
{ cat <&3 >/dev/null; kill "$engine"; } 2>/dev/null &
wait "$engine"`;

const ATTEMPTS = 3;
const STOP_MS = 5_000;

/**
 * Starts the engine on this database file.
 * @throws Failure if there is no engine on this machine, or it does not start.
 */
export async function startEngine(databaseFile: string, logFile: string): Promise<Engine> {
  const binary = engineBinary(process.platform, process.arch);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Another process may take the port before the engine does; the next attempt then uses another port.
    const port = await freePort();
    const args = ["--host", "127.0.0.1", "--port", String(port), "--db-path", databaseFile];
    const child = spawnSupervised([binary, ...args], logFile);
    const ended = once(child, "exit");
    if (await listens(child, logFile)) {
      return { endpoint: `http://127.0.0.1:${port}`, ended, stop: () => stop(child, ended) };
    }
    await stop(child, ended);
  }
  const said = ((await textOf(logFile)) ?? "").trimEnd().split("\n").at(-1);
  throw new Failure(
    `the DynamoDB engine does not start (${said}): its output is in ${logFile}; if ${databaseFile} is damaged, run npm run restore`,
  );
}

/**
 * Returns the path of the engine: that of the optional package, or else the first one in the PATH.
 * @throws Failure if there is neither.
 */
export function engineBinary(platform: string, arch: string, path = process.env["PATH"]): string {
  const name = `@dynoxide/${platform}-${arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), "dynoxide");
  } catch {
    const found = (path ?? "").split(delimiter).map((folder) => join(folder, "dynoxide"));
    const binary = found.find(isExecutable);
    if (binary) return binary;
    throw new Failure(
      `no DynamoDB engine for ${platform}-${arch}: run "cargo install dynoxide-rs --version 2.0.1" or "brew install nubo-db/tap/dynoxide", or set DYNAMODB_ENDPOINT to another one`,
    );
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Starts the engine in its own process group: Ctrl-C in a terminal then reaches only this process, which stops the
 * engine in order.
 */
function spawnSupervised(command: readonly string[], logFile: string): ChildProcess {
  const log = openedLog(logFile);
  const args = ["-c", SUPERVISOR, "engine", ...command];
  const child = spawn("/bin/sh", args, { stdio: ["pipe", log, log], detached: true });
  closeSync(log);
  return child;
}

/** Opens the log of the engine. @throws Failure if that is not possible. */
function openedLog(file: string): number {
  try {
    return openSync(file, "w");
  } catch (error) {
    throw new Failure(`${file} cannot be written (${codeOf(error)}): move it away`);
  }
}

async function listens(child: ChildProcess, logFile: string): Promise<boolean> {
  for (let waited = 0; waited < 10_000 && child.exitCode === null; waited += 10) {
    if ((await readFile(logFile, "utf8")).includes("listening on")) return true;
    await wait(10);
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  const giveUp = new AbortController();
  const late = wait(STOP_MS, true, { signal: giveUp.signal }).catch(() => false);
  if ((await Promise.race([ended, late])) === true && child.pid)
    process.kill(-child.pid, "SIGKILL");
  giveUp.abort();
  await ended;
}
