import { execFileSync } from "node:child_process";
import { closeSync, cpSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { makeSale } from "../make/supply-event.ts";
import { callAt } from "../stack/api.ts";
import { preparedFolder } from "../stack/prepared-folder.ts";
import { runCommand, runStack, type StackProcess } from "../stack/run-stack.ts";
import { report } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";
import { EVENTS, LOCKS } from "./requests.ts";

/*
 * The disk becomes full under three writers, and has space again: the service goes on without a restart. The disk is a
 * file system in memory, which only root may mount; another user gets no such disk, and the test says so.
 */
const ACCOUNT = ["--account", "full-disk"];
const REFUSALS = 12;
const disk = temporaryFolder();
const dataDir = join(disk, "data");
const ballast = join(disk, "ballast");
let stack: StackProcess;
let url: string;
let key: string;

beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", disk]);
  cpSync(preparedFolder(), dataDir, { recursive: true });
  stack = runStack(dataDir, ["--no-demo"]);
  url = (await stack.ready).url;
  const flags = [...ACCOUNT, "--scope", "full"];
  key = (await runCommand("scripts/operate/issue-key.ts", flags, dataDir)).stdout.trim();
});
afterAll(async () => {
  await stack.end("SIGKILL");
  execFileSync("umount", ["--lazy", disk]);
});

const commit = (ids: readonly string[]) => {
  const events = ids.map((event_id) =>
    makeSale({ event_id, supply_date: "2026-08-14" as IsoDate }),
  );
  return callAt(url, key, "POST", EVENTS, { events });
};

/** Takes all the space there is. */
function fill(): void {
  const file = openSync(ballast, "a");
  for (const bytes of [2 ** 20, 2 ** 12, 1]) {
    try {
      while (true) writeSync(file, Buffer.alloc(bytes));
    } catch {
      // No room for so many bytes.
    }
  }
  closeSync(file);
}

it("a full disk loses nothing, and the service goes on when there is space", async () => {
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "DE",
    effective_from: "2024-01-01",
    status: "active",
  };
  await callAt(url, key, "POST", "/v1/tax-registrations", registration);
  const acknowledged: string[] = [];
  let refused = "";
  let refusals = 0;
  const writer = async (name: number) => {
    for (let n = 0; refusals < REFUSALS; n += 1) {
      if (n === 5) fill();
      const ids = Array.from({ length: 20 }, (_, m) => `${name}-${n}-${m}`);
      const { status, text } = await commit(ids);
      expect([200, 503], text).toContain(status);
      if (status === 200) acknowledged.push(...ids);
      else refusals += 1;
      if (status === 503) refused = text;
    }
  };
  await Promise.all([1, 2, 3].map(writer));
  expect((await callAt(url, key, "GET", EVENTS)).status).toBe(200);
  expect((await callAt(url, key, "POST", `${LOCKS}?period=2026-Q3`)).status).toBe(503);
  expect(await runStack(join(disk, "other")).ended).toMatchObject({
    code: 1,
    stderr: "the disk is full: make room, and start again\n",
  });

  rmSync(ballast);
  expect((await commit(["after"])).status).toBe(200);
  expect((await callAt(url, key, "POST", `${LOCKS}?period=2026-Q3`)).status).toBe(201);
  for (const id of ["after", ...acknowledged]) {
    expect((await callAt(url, key, "GET", `${EVENTS}/${id}`)).status).toBe(200);
  }
  for (const what of ["tallies", "locks"] as const) {
    const verified = await runCommand(`scripts/operate/verify-${what}.ts`, ACCOUNT, dataDir);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/, 0 \w+\n$/) });
  }
  const { stderr } = await stack.end("SIGTERM");
  const said = stderr.split("\n").filter((line) => line.includes("lines of the log are lost"));
  report(
    `disk-full: ${acknowledged.length} events acknowledged, lost 0; ${refusals} requests were answered ${refused}; said ${said}`,
  );
});
