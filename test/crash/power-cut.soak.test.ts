import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { callAt } from "../stack/api.ts";
import { preparedFolder } from "../stack/prepared-folder.ts";
import { runCommand, runStack, type StackProcess } from "../stack/run-stack.ts";
import { lengthOf, report, seedOf } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";
import { enginePids } from "./killable-stack.ts";
import { EVENTS, LOCKS, requestsOf } from "./requests.ts";

/*
 * The power goes at random points of commits, reclassifications and locks. What that leaves is the files of the data
 * folder at one moment: both processes are stopped, the files are copied, and a stack starts on the copy. It has all that
 * was acknowledged before the moment, once; every sum equals a recount; locks and their files are whole.
 */
const CUTS = lengthOf("ROUNDS", 2, 10);
const CLIENTS = 4;
const seed = seedOf(11);
const random = seeded(seed);
const below = (n: number) => Math.floor(random() * n);
const FLAGS = ["--account", "crash"];

const dataDir = preparedFolder();
const cuts = temporaryFolder();
let stack: StackProcess;
let url: string;
let key: string;

beforeAll(async () => {
  stack = runStack(dataDir, ["--no-demo"]);
  url = (await stack.ready).url;
  const flags = [...FLAGS, "--scope", "full"];
  key = (await runCommand("scripts/operate/issue-key.ts", flags, dataDir)).stdout.trim();
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "DE",
    effective_from: "2005-01-01",
    status: "active",
  };
  const { status } = await callAt(url, key, "POST", "/v1/tax-registrations", registration);
  expect(status).toBe(201);
});
afterAll(() => stack.end("SIGKILL"));

const acknowledged = new Set<string>();
const locked = new Set<string>();

/** Sends until `isOver`, and remembers what was acknowledged. */
async function send(client: number, round: number, isOver: () => boolean): Promise<void> {
  for (const { path, body, ids } of requestsOf(client, round, below)) {
    if (isOver()) return;
    const { status, text } = await callAt(url, key, "POST", path, body);
    expect([200, 201, 409], text).toContain(status);
    for (const id of ids) acknowledged.add(id);
    if (status === 201 && path.startsWith(LOCKS)) locked.add(path.split("?period=")[1] ?? "");
  }
}

/** Copies the files as they are at one moment, also what is only in the write-ahead log. */
function cutPower(): string {
  const copy = mkdtempSync(join(cuts, "cut-"));
  const pids = [stack.pid, ...enginePids(dataDir)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  try {
    cpSync(dataDir, copy, { recursive: true });
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  }
  // The process that it names is gone after a power cut, and lives here. So small a file is often left empty.
  writeFileSync(join(copy, "stack.json"), "");
  return copy;
}

async function idsAt(at: string): Promise<string[]> {
  type Page = { readonly items: { event_id: string }[]; readonly next_cursor: string | null };
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `?limit=200${cursor && `&cursor=${cursor}`}`;
    const { body } = await callAt<Page>(at, key, "GET", `${EVENTS}${query}`);
    ids.push(...body.items.map(({ event_id }) => event_id));
    cursor = body.next_cursor;
  }
  return ids;
}

async function expectWhole(copy: string, before: ReadonlySet<string>, locks: readonly string[]) {
  const later = runStack(copy, ["--no-demo"]);
  const { url: at } = await later.ready;
  const ids = await idsAt(at);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...before].filter((id) => !ids.includes(id))).toEqual([]);
  for (const period of locks) {
    const { body } = await callAt(at, key, "GET", `${LOCKS}?period=${period}`);
    expect(body).toMatchObject({ current_period: { sha256: expect.any(String) } });
  }
  const recount = await runCommand("scripts/operate/recount.ts", FLAGS, copy);
  expect(recount).toMatchObject({ code: 0 });
  const tallies = await runCommand("scripts/operate/verify-tallies.ts", FLAGS, copy);
  expect(tallies).toMatchObject({ code: 0, stdout: expect.stringMatching(/, 0 differences\n$/) });
  const verified = await runCommand("scripts/operate/verify-locks.ts", FLAGS, copy);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(", 0 mismatches") });
  await later.end("SIGKILL");
  rmSync(copy, { recursive: true });
}

it(
  "a power cut at any point of a write loses nothing that was acknowledged",
  async () => {
    for (let round = 0; round < CUTS; round += 1) {
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, n) => send(n, round, () => isOver));
      const enough = acknowledged.size + 20 + below(60);
      while (acknowledged.size < enough) await new Promise((next) => setTimeout(next, 1));
      const before = new Set(acknowledged);
      const locks = [...locked];
      const copy = cutPower();
      isOver = true;
      await Promise.all(clients);
      await expectWhole(copy, before, locks);
    }
    report(
      `power-cut: seed ${seed}, ${CUTS} cuts, ${acknowledged.size} events acknowledged, ${locked.size} locks, lost 0`,
    );
  },
  CUTS * 120_000,
);
