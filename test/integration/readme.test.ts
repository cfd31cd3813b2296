import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FUNCTION_LOG } from "../../scripts/local/data-folder.ts";
import { keepFile } from "../stack/kept-logs.ts";
import { preparedFolder } from "../stack/prepared-folder.ts";
import {
  printedBy,
  type Ran,
  runTogether,
  type Step,
  shownBy,
  stepsOf,
} from "../stack/shown-commands.ts";

/*
 * The commands of the README and of the tour, run as a reader would: on one stack, in two shells.
 */
const chapter = readFileSync("README.md", "utf8")
  .split(/^## /m)
  .find((part) => part.startsWith("Ten commands\n"));
const readme = stepsOf(chapter ?? "");
const [start, ...tour] = stepsOf(readFileSync("docs/tour.md", "utf8")) as [Step, ...Step[]];

const env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  PORT: "0",
  DATA_DIR: preparedFolder(),
};
let server: ChildProcess;
let started = "";
const ran: Record<"readme" | "tour", Ran[]> = { readme: [], tour: [] };

beforeAll(async () => {
  server = spawn("bash", ["-c", start.commands], { env, detached: true });
  started = await outputUntil(server, "the demo account is complete\n");
  const url = /ready (\S+)/.exec(started)?.[1] ?? "";
  ran.readme = await runTogether(readme, url, env);
  ran.tour = await runTogether(tour, url, env);
}, 120_000);

afterAll(() => {
  const runs = server.exitCode === null && server.signalCode === null;
  if (runs) process.kill(-(server.pid as number), "SIGKILL");
  keepFile(`${env.DATA_DIR}/${FUNCTION_LOG}`);
});

const named = (steps: readonly Step[]) =>
  steps.map((step, at) => [step.commands.slice(0, 100), step, at] as const);

function expectShown(step: Step, result: Ran | undefined): void {
  expect(result?.code).toBe(0);
  expect(printedBy(step, result?.stdout ?? "")).toBe(shownBy(step));
}

const silent = (steps: readonly Step[]) =>
  steps.filter(({ language }) => !language).map(({ commands }) => commands);

describe("the README", () => {
  it.for(named(readme))("%s", ([, step, at]) => expectShown(step, ran.readme[at]));

  it("has ten commands, and shows what they print, but for the key", () => {
    const commands = readme.flatMap(({ commands }) => commands.match(/^(?:KEY=|call |npm ).*$/gm));
    expect(commands.length).toBe(10);
    expect(silent(readme)).toEqual([expect.stringMatching(/^KEY=/)]);
  });
});

describe("the tour", () => {
  it("begins with the start of the stack", () => {
    expect(printedBy(start, started.trim())).toBe(shownBy(start));
  });

  it.for(named(tour))("%s", ([, step, at]) => expectShown(step, ran.tour[at]));

  it("shows what the commands print, but for one that prints nothing", () => {
    expect(silent(tour)).toEqual([expect.stringMatching(/^KEY=/)]);
    expect(tour.length).toBeGreaterThan(9);
  });
});

it("ends with Ctrl-C", async () => {
  const ended = once(server, "exit");
  process.kill(-(server.pid as number), "SIGINT");
  await ended;
  await expect.poll(() => existsSync(`${env.DATA_DIR}/stack.json`)).toBe(false);
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
