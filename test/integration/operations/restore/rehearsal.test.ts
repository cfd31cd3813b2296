import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rehearseRestore } from "../../../../scripts/operate/restore/rehearse-restore.ts";
import { RestoreCloud } from "../../../../scripts/operate/restore/restore-cloud.ts";
import { verifyRestored } from "../../../../scripts/operate/restore/verify-restored.ts";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import { accountRecordKey, eventKey } from "../../../../shared/platform/table/keys.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { itemsOf } from "../../../stack/account-items.ts";
import { type Account, call } from "../../../stack/api.ts";
import { type BackupState, newTable, startBackupServer } from "../../../stack/backup-server.ts";
import type { LoopbackServer } from "../../../stack/loopback-server.ts";
import { startCommand } from "../../../stack/run-stack.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

/*
 * A rehearsal against the answers of AWS Backup in their form, with tables that are read back for real.
 */
const STAGE = "trial";
const POINT = "arn:aws:backup:eu-central-1:111122223333:recovery-point:new";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const folder = temporaryFolder();

let seller: Account;
let server: LoopbackServer;
/** The instant of the backup, and what the account had then. */
let at: Date;
let items: readonly Record<string, unknown>[];
const [table, bucket] = [process.env["TABLE_NAME"] ?? "", process.env["BUCKET_NAME"] ?? ""];

const state: BackupState = {
  outputs: {},
  points: [],
  items: [],
  end: undefined,
  jobs: [],
  started: [],
};

beforeAll(async () => {
  seller = await newSeller();
  const days = ["2025-08-14", "2025-11-02"];
  await committed(
    seller,
    days.map((day) => makeSale({ event_id: `on-${day}`, supply_date: day as never })),
  );
  expect((await call(seller.full, "POST", `${LOCKS}?period=2025-Q3`)).status).toBe(201);
  items = [...(await itemsOf(seller.account)).values()] as typeof items;
  at = new Date();
  await wait(2);
  // This lock has files in the bucket and no item in the backup, and is no fault of the backup.
  expect((await call(seller.full, "POST", `${LOCKS}?period=2025-Q4`)).status).toBe(201);
  server = await startBackupServer(state);
  process.env["AWS_ENDPOINT_URL_BACKUP"] = server.url;
  process.env["AWS_ENDPOINT_URL_CLOUDFORMATION"] = server.url;
});
afterAll(() => server.close());

let made = new Date("2026-11-01T02:00:00Z");
let target = "";
beforeEach(() => {
  const role = "arn:aws:iam::111122223333:role/RestoreRole";
  state.outputs = { TableName: table, BucketName: bucket, RestoreRoleArn: role };
  // Each test has a recovery point of its own, and so a table of its own.
  made = new Date(made.getTime() + 1000);
  target = `VatRehearsal-${STAGE}-${made.toISOString().replaceAll(/[-:]|\..*$/g, "")}`;
  state.points = [
    { RecoveryPointArn: "older", CreationDate: 1, Status: "COMPLETED" },
    { RecoveryPointArn: POINT, CreationDate: made.getTime() / 1000, Status: "COMPLETED" },
    { RecoveryPointArn: "unfinished", CreationDate: 9e9, Status: "CREATING" },
  ];
  Object.assign(state, { items, end: "COMPLETED" });
  state.jobs.length = 0;
  state.started.length = 0;
  process.env["TABLE_NAME"] = table;
});

async function rehearse(isAgreed = true) {
  const lines: string[] = [];
  const asked: string[] = [];
  const cloud = new RestoreCloud("eu-central-1");
  const isSound = await rehearseRestore(STAGE, {
    cloud,
    say: (line) => void lines.push(line),
    confirm: async (question) => {
      asked.push(question);
      return isAgreed;
    },
    verify: (data, restored) => verifyRestored(data, restored, { at, only: [seller.account] }),
    every: 5,
  });
  return { isSound, lines, asked };
}

const tablesLeft = () => new RestoreCloud("eu-central-1").tablesNamed(`VatRehearsal-${STAGE}-`);

describe("a rehearsal", () => {
  it("restores the newest backup, counts what it has, and deletes the table", async () => {
    const { isSound, lines, asked } = await rehearse();
    expect(lines).toEqual([
      `restored ${target}`,
      `${seller.account}: 2 events in 3 periods, 0 differences`,
      expect.stringMatching(/: 1 locked quarter with \d+ files, 0 files of records, 0 mismatches$/),
      "1 accounts verified",
      `deleted ${target}`,
    ]);
    expect(isSound).toBe(true);
    expect(asked).toEqual([
      expect.stringContaining(`into the table ${target}, read it, and delete`),
    ]);
    expect(await tablesLeft()).toEqual([]);
  });

  it("does nothing unless the operator agrees", async () => {
    await expect(rehearse(false)).rejects.toThrow("nothing was restored");
    expect(state.started).toEqual([]);
  });

  it("tells that there is no recovery point", async () => {
    state.points = state.points.filter(({ Status }) => Status === "CREATING");
    await expect(rehearse()).rejects.toThrow(`no completed recovery point of ${table}`);
  });

  it("tells that the stage has no role for a restore", async () => {
    state.outputs = { TableName: table, BucketName: bucket };
    await expect(rehearse()).rejects.toThrow(
      `VatData-${STAGE} has no RestoreRoleArn: enter "backup"`,
    );
  });

  it.for<[string, (account: LedgerId) => { pk: string }, RegExp]>([
    [
      "an event",
      (account) => eventKey(account, "on-2025-08-14" as EventId),
      /u2025-Q3 .*recounted 0/,
    ],
    ["an account", accountRecordKey, /^seller-\w+ is missing$/],
    ["a lock", (account) => ({ pk: `LOCKS#${account}` }), /was locked .* has no such lock/],
  ])("finds that %s is not in the restored table", async ([, keyOf, says]) => {
    const { pk } = keyOf(seller.account);
    state.items = items.filter((item) => item["pk"] !== pk);
    expect(state.items.length).toBeLessThan(items.length);
    const { isSound, lines } = await rehearse();
    expect(isSound).toBe(false);
    expect(lines).toContainEqual(expect.stringMatching(says));
    expect(await tablesLeft()).toEqual([]);
  });

  it("tells why AWS has not restored, and deletes what there is of the table", async () => {
    state.end = "FAILED";
    await expect(rehearse()).rejects.toThrow("the role may not restore");
    expect(await tablesLeft()).toEqual([]);
  });
});

describe("after a kill", () => {
  it("continues a restore under way, and deletes tables of other backups", async () => {
    state.end = undefined;
    const left = `VatRehearsal-${STAGE}-20250101T020000`;
    await newTable(left);
    const { DYNAMODB_ENDPOINT = "", AWS_ENDPOINT_URL_S3 = "" } = process.env;
    const child = startCommand("scripts/operate/restore-rehearsal.ts", [STAGE, "--yes"], folder, {
      ...{ DYNAMODB_ENDPOINT, AWS_ENDPOINT_URL_S3, AWS_REGION: "eu-central-1" },
      ...{ AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" },
      ...{ AWS_ENDPOINT_URL_BACKUP: server.url, AWS_ENDPOINT_URL_CLOUDFORMATION: server.url },
    });
    while (state.jobs.length === 0) await wait(20);
    process.kill(child.pid, "SIGKILL");
    const { stdout } = await child.ended;
    expect(stdout).toBe(`deleted ${left}\n`);
    expect(await tablesLeft()).toEqual([target]);
    state.end = "COMPLETED";
    const { isSound, lines } = await rehearse();
    expect(lines.slice(0, 2)).toEqual([
      `continues with ${target} of an earlier run`,
      `restored ${target}`,
    ]);
    expect([isSound, state.started, await tablesLeft()]).toEqual([true, [target], []]);
  });

  it("begins anew where a restore has failed and its table is there", async () => {
    await newTable(target);
    state.jobs.push({
      ...{ RestoreJobId: "job-x", RecoveryPointArn: POINT, CreationDate: 1 },
      ...{ metadata: { targetTableName: target }, Status: "FAILED" },
    });
    const { isSound, lines } = await rehearse();
    expect(lines.slice(0, 2)).toEqual([`deleted ${target}`, `restored ${target}`]);
    expect([isSound, state.started]).toEqual([true, [target]]);
  });
});
