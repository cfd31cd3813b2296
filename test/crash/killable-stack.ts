import { readdirSync, readFileSync } from "node:fs";
import type { LedgerId } from "../../shared/core/ids.ts";
import { callAt } from "../stack/api.ts";
import { preparedFolder } from "../stack/prepared-folder.ts";
import { runCommand, runStack, type StackProcess } from "../stack/run-stack.ts";

/** What is killed: the process with the API and the S3 server, or the engine. */
export type Victim = "server" | "engine";

/** A stack on a folder of its own that is killed and started again. */
export class KillableStack {
  readonly #dataDir = preparedFolder();
  #process: StackProcess | undefined;
  #url = "";
  #settings: Readonly<Record<string, string>> = {};

  /** With settings besides the usual ones, when there are any; they hold for its commands as well. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#settings = settings;
    this.#process = runStack(this.#dataDir, ["--no-demo"], settings);
    this.#url = (await this.#process.ready).url;
  }

  get url(): string {
    return this.#url;
  }

  /** kill -9, and waits until nothing of the stack is left. */
  async kill(victim: Victim): Promise<void> {
    const pids = victim === "server" ? [this.#process?.pid ?? 0] : enginePids(this.#dataDir);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await this.#process?.ended;
  }

  async stop(): Promise<void> {
    await this.#process?.end("SIGTERM");
  }

  async issueKey(account: LedgerId): Promise<string> {
    const flags = ["--account", account, "--scope", "full"];
    const { stdout } = await runCommand("scripts/operate/issue-key.ts", flags, this.#dataDir);
    return stdout.trim();
  }

  /** What `npm run verify-…` says of the account. */
  verify(what: "tallies" | "locks", account: LedgerId) {
    return this.command(`verify-${what}`, account);
  }

  /** A command about the account, on the folder of this stack. */
  command(name: "verify-tallies" | "verify-locks" | "recount", account: LedgerId) {
    const flags = ["--account", account];
    return runCommand(`scripts/operate/${name}.ts`, flags, this.#dataDir, this.#settings);
  }

  call<Body = Record<string, unknown>>(
    key: string,
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: unknown,
  ) {
    return callAt<Body>(this.#url, key, method, path, body);
  }
}

/** The engine on a data folder and its supervisor, which are called with the path of the database. */
export const enginePids = (dataDir: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && cmdlineOf(name).includes(`--db-path\0${dataDir}`))
    .map(Number);

function cmdlineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
