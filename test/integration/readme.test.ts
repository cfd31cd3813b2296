import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { FUNCTION_LOG } from "../../scripts/local/data-folder.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { keepFile } from "../stack/kept-logs.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

const readme = readFileSync("README.md", "utf8");

/** What differs from run to run, and nothing else. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, "<url>"],
  [/vat_(live|test)_\S+/g, "vat_$1_<key>"],
  [/"(updated_at|committed_at)":"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"$1":"<time>"'],
  [/"request_id":"[^"]+"/g, '"request_id":"<id>"'],
  // How much has happened in the demo account depends on the day.
  [/^\d+ events in \d+ periods/gm, "<n> events in <n> periods"],
];

const masked = (text: string): string =>
  VOLATILE.reduce((left, [pattern, mask]) => left.replaceAll(pattern, mask), text);

/** Answers come in one line and are shown with line breaks: as JSON they are the same. */
const oneLine = (json: string): string => JSON.stringify(JSON.parse(json));

type Step = {
  readonly command: string;
  /** What the README says the command prints; nothing, when no block says so. */
  readonly shown: string;
  readonly language: string | undefined;
};

/** The commands of a chapter, each with the block of output that follows it. */
function stepsOf(chapter: string): Step[] {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? "";
  const blocks = text.matchAll(
    /^```sh\n([\s\S]*?)\n```$(?:\s*^```(json|text)\n([\s\S]*?)\n```$)?/gm,
  );
  return [...blocks].map(([, command = "", language, shown = ""]) => ({
    command,
    shown,
    language,
  }));
}

const expected = ({ shown, language }: Step): string =>
  masked(language === "json" ? oneLine(shown) : shown);

describe("the tour", () => {
  const [start, ...tour] = stepsOf("Five minutes") as [Step, ...Step[]];
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    PORT: "0",
    DATA_DIR: temporaryFolder(),
  };
  let server: ChildProcess;
  let started = "";
  let results: { readonly code: number; readonly stdout: string }[];

  beforeAll(async () => {
    server = spawn("bash", ["-c", start.command], { env, detached: true });
    started = await outputUntil(server, "read-only key: ");
    results = await runTogether(tour, /ready (\S+)/.exec(started)?.[1] ?? "", env);
  });

  afterAll(() => {
    const runs = server.exitCode === null && server.signalCode === null;
    if (runs) process.kill(-(server.pid as number), "SIGKILL");
    keepFile(`${env.DATA_DIR}/${FUNCTION_LOG}`);
  });

  it("begins with the start of the stack", () => {
    expect(masked(started.trim())).toBe(expected(start));
  });

  it.for(tour.map((step, at) => [step.command.slice(0, 100), step, at] as const))(
    "%s",
    ([, step, at]) => {
      const { code, stdout } = results[at] as (typeof results)[number];
      expect(code).toBe(0);
      const printed = masked(stdout);
      expect(step.language === "json" ? oneLine(printed) : printed).toBe(expected(step));
    },
  );

  it("shows what the commands print, but for one that prints nothing", () => {
    expect(tour.filter(({ language }) => !language).map(({ command }) => command)).toEqual([
      expect.stringMatching(/^KEY=/),
    ]);
    expect(tour.length).toBeGreaterThan(9);
  });

  it("ends with Ctrl-C", async () => {
    const ended = once(server, "exit");
    process.kill(-(server.pid as number), "SIGINT");
    await ended;
    const isRunning = () => existsSync(`${env.DATA_DIR}/stack.json`);
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  });
});

/** What a process prints until a line has begun with `mark`. */
async function outputUntil(process: ChildProcess, mark: string): Promise<string> {
  let output = "";
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.includes(`\n${mark}`)) return output;
  }
  throw new Error(`it ended without "${mark}": ${output}`);
}

/** Runs the commands one after another in one shell, as they stand but for the port. */
async function runTogether(steps: readonly Step[], url: string, env: NodeJS.ProcessEnv) {
  const mark = "<end of step>";
  const script = steps
    .map(({ command }) => `${command}\nprintf '%s%s\\n' "$?" '${mark}'`)
    .join("\n")
    .replaceAll("http://127.0.0.1:3000", url);
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
  return stdout
    .split(`${mark}\n`)
    .slice(0, -1)
    .map((part) => ({ code: Number(/\d+$/.exec(part)?.[0]), stdout: part.replace(/\n?\d+$/, "") }));
}

describe("the README", () => {
  it("describes endpoints as the route table does", () => {
    const rows = Object.values<Route>(routes).map(
      ({ method, path, scope, summary }) => `| ${method} | \`${path}\` | ${scope} | ${summary} |`,
    );
    const listed = readme.match(/^\| (?:GET|POST|PUT|PATCH) \|.*$/gm) ?? [];
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((row) => !rows.includes(row))).toEqual([]);
  });

  it("lists every npm script and no other", () => {
    const table = readme.match(/^\| `npm (?:run (?:--silent )?)?([\w-]+).*$/gm) ?? [];
    const named = table.map((row) => /`npm (?:run (?:--silent )?)?([\w-]+)/.exec(row)?.[1]);
    expect(named.sort()).toEqual(Object.keys(packageJson.scripts).sort());
  });

  it("names only scripts, files and folders that exist", () => {
    const scripts = [...readme.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name);
    expect(scripts.filter((name) => !(`${name}` in packageJson.scripts))).toEqual([]);
    const paths = [...readme.matchAll(/`([a-z-]+\/[\w./-]*)`/g)].map(([, path]) => path as string);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => path !== ".local/" && !existsSync(path))).toEqual([]);
  });
});
