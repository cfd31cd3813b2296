import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../../../scripts/local/failure.ts";
import { backUp } from "../../../scripts/operate/local-data/back-up.ts";
import { restoreInto } from "../../../scripts/operate/local-data/restore.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { EVENT_ITEM } from "../../../shared/platform/table/items.ts";
import { makeSale } from "../../make/supply-event.ts";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { type Ended, runCommand, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { eachNth } from "../../stack/soak.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const EVENT = EVENT_ITEM.version;

const BACKUP = "scripts/operate/backup.ts";
const RESTORE = "scripts/operate/restore.ts";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

type Shop = { readonly url: string; readonly key: string };

async function send({ url, key }: Shop, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const sell = async (shop: Shop, event_id: string): Promise<void> => {
  const sale = makeSale({ event_id, supply_date: "2025-02-03" as IsoDate });
  expect(await send(shop, "POST", "/v1/supply-events", sale)).toMatchObject({ status: 200 });
};

const register = (shop: Shop) =>
  send(shop, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2021-07-01",
    status: "active",
  });

/** Commits one sale after another until it is stopped; the ids of those that were answered. */
function keepSelling(shop: Shop) {
  const sold: string[] = [];
  let stopped = false;
  const done = (async () => {
    for (let n = 0; n === 0 || !stopped; n += 1) {
      await sell(shop, `meanwhile-${n}`);
      sold.push(`meanwhile-${n}`);
    }
  })();
  return {
    sold: sold as readonly string[],
    stop: () => {
      stopped = true;
      return done;
    },
  };
}

const said = ({ code, stdout, stderr }: Ended) => ({ code, said: stdout + stderr });

/** Each test goes on where the one before it ended. */
describe("a backup of local data", () => {
  const dataDir = preparedFolder();
  const elsewhere = join(temporaryFolder(), "data");
  const folder = join(temporaryFolder(), "backup");
  let stack: StackProcess;
  let shop: Shop;
  let sold: readonly string[];

  const start = async (on: string) => {
    stack = runStack(on, ["--no-demo"]);
    shop = { key: shop?.key ?? "", url: (await stack.ready).url };
  };
  const audit = async (on: string) => ({
    tallies: said(await runCommand("scripts/operate/verify-tallies.ts", ["--account", "shop"], on)),
    locks: said(await runCommand("scripts/operate/verify-locks.ts", ["--account", "shop"], on)),
  });

  beforeAll(async () => {
    await start(dataDir);
    const flags = ["--account", "shop", "--scope", "full"];
    const { stdout } = await runCommand("scripts/operate/issue-key.ts", flags, dataDir);
    shop = { ...shop, key: stdout.trimEnd() };
    expect(await register(shop)).toMatchObject({ status: 201 });
    await sell(shop, "before");
    const { status } = await send(shop, "POST", `${LOCKS}?period=2025-Q1`);
    expect(status).toBe(201);
  });
  afterAll(() => stack.end("SIGKILL"));

  it("is made while sales come in", async () => {
    const sales = keepSelling(shop);
    const result = await runCommand(BACKUP, [folder], dataDir);
    await sales.stop();
    sold = sales.sold;
    expect(said(result)).toEqual({
      code: 0,
      said: expect.stringMatching(/^backed up \d+ files, \d+ bytes, to \S+\n$/),
    });
    expect(sold.length).toBeGreaterThan(0);
  });

  it("is for its owner alone", () => {
    const open = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (path) => statSync(join(folder, path)).mode & 0o077,
    );
    expect(open).toEqual([]);
  });

  it("is not written over, nor into other things", async () => {
    await expect(backUp(dataDir, folder, new Date())).rejects.toThrow(`${folder} is not empty`);
  });

  it("is not restored under a running server, also not by force", async () => {
    expect(said(await runCommand(RESTORE, [folder, "--force"], dataDir))).toEqual({
      code: 1,
      said: `${dataDir} is in use by process ${stack.pid}: end it, or choose another DATA_DIR\n`,
    });
    await sell(shop, "after");
    await stack.end("SIGTERM");
  });

  it("is restored elsewhere: keys, events, sums and files are as they were at one moment", async () => {
    expect(said(await runCommand(RESTORE, [folder], elsewhere))).toEqual({
      code: 0,
      said: expect.stringMatching(/^restored \d+ files into \S+, as they were at \S+ \(version /),
    });
    await start(elsewhere);
    expect(await send(shop, "GET", "/v1/supply-events/before")).toMatchObject({ status: 200 });
    expect(await send(shop, "GET", "/v1/supply-events/after")).toMatchObject({ status: 404 });
    const there = await Promise.all(
      sold.map(async (id) => (await send(shop, "GET", `/v1/supply-events/${id}`)).status),
    );
    // Of what was sold one after another, a moment cuts off the end, and nothing in between.
    expect(there).toEqual(there.toSorted());
    expect(new Set([...there, 200, 404])).toEqual(new Set([200, 404]));
    expect(await audit(elsewhere)).toEqual({
      tallies: { code: 0, said: expect.stringContaining(" 0 differences") },
      locks: { code: 0, said: expect.stringMatching(/^1 locked quarter .* 0 mismatches\n$/) },
    });
    await stack.end("SIGTERM");
  });

  it("replaces what is there only by force, and then all of it", async () => {
    await expect(restoreInto(dataDir, folder, false)).rejects.toThrow(
      `${dataDir} holds data already: --force puts the backup in their place`,
    );
    expect(await runCommand(RESTORE, [folder, "--force"], dataDir)).toMatchObject({ code: 0 });
    await start(dataDir);
    expect(await send(shop, "GET", "/v1/supply-events/before")).toMatchObject({ status: 200 });
    expect(await send(shop, "GET", "/v1/supply-events/after")).toMatchObject({ status: 404 });
    await stack.end("SIGTERM");
  });

  itInTurn("is made while nothing runs, and the data are left as they were", async () => {
    const second = join(temporaryFolder(), "second");
    expect(await runCommand(BACKUP, [second], dataDir)).toMatchObject({ code: 0 });
    expect(readdirSync(dataDir)).not.toContain("stack.json");
    expect(await runCommand(RESTORE, [second, "--force"], elsewhere)).toMatchObject({ code: 0 });
    expect(await audit(elsewhere)).toMatchObject({ tallies: { code: 0 }, locks: { code: 0 } });
  });

  it.for<[string, () => void]>([
    ["a changed file", () => appendFileSync(join(folder, "dynamodb.db"), "x")],
    ["a missing file", () => rmSync(join(folder, "dynamodb.db"))],
    ["a path that leads elsewhere", () => editManifest(folder, "dynamodb.db", "s3/../../x")],
    [
      "a newer form of items",
      () => editManifest(folder, `"event": ${EVENT}`, `"event": ${EVENT + 1}`),
    ],
    ["no manifest", () => rmSync(join(folder, "manifest.json"))],
  ])("with %s is not restored, and nothing is lost", async ([, damage]) => {
    damage();
    const before = readdirSync(dataDir, { recursive: true });
    await expect(restoreInto(dataDir, folder, true)).rejects.toThrow(Failure);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });

  itInTurn("that is damaged ends the command with 1", async () => {
    const { code, stdout } = await runCommand(RESTORE, [folder, "--force"], dataDir);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  });
});

function editManifest(folder: string, from: string, to: string): void {
  const file = join(folder, "manifest.json");
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

describe("backup and restore refuse", () => {
  const dataDir = join(temporaryFolder(), "none");

  it.for(
    eachNth(2, [
      [RESTORE, ["one", "--frsh"]],
      [BACKUP, ["one", "two"]],
    ] as const),
  )("a wrong command line: %s", async ([script, flags]) => {
    const { code, stderr } = await runCommand(script, flags, dataDir);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^usage: /) });
  });

  itInTurn("a folder that cannot be one", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "in the way");
    const data = temporaryFolder();
    for (const name of ["data-folder.txt", "dynamodb.db"]) writeFileSync(join(data, name), "");
    expect(said(await runCommand(BACKUP, [file], data))).toEqual({
      code: 1,
      said: `cannot use ${file}: EEXIST\n`,
    });
  });

  it("to back up what is not there, and make no folder", async () => {
    const to = join(temporaryFolder(), "backup");
    expect(said(await runCommand(BACKUP, [to], dataDir))).toEqual({
      code: 1,
      said: `there are no data in ${dataDir}\n`,
    });
  });

  it.for(
    eachNth(2, [
      [RESTORE, { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" }],
      [BACKUP, { TABLE_NAME: "deployed" }],
    ] as const),
  )("data that are elsewhere: %s", async ([script, more]) => {
    expect(await runCommand(script, [dataDir], dataDir, more)).toMatchObject({ code: 1 });
  });
});
