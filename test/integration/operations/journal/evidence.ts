import { setTimeout as wait } from "node:timers/promises";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import type { PartResult } from "../../../../shared/operations/checks/check-journal.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { callAt } from "../../../stack/api.ts";
import { soaking } from "../../../stack/soak.ts";
import { api } from "./streamed-api.ts";
import { writeJournal } from "./verified.ts";
import { LOCKED, Victim } from "./victim.ts";

/*
 * The weekly check of locks and journal. Tamperings here are made past the stream: nothing is written into the journal after
 * them.
 */
let victim: Victim;
beforeAll(async () => {
  victim = await Victim.begin(api.url);
  await writeJournal();
  for (const id of ["first", "second"]) {
    await nextSecond();
    await commit(id);
  }
  await nextSecond();
});

/** The local bucket stores the instants of files in whole seconds. */
const nextSecond = () => wait(1000 - (Date.now() % 1000));

const checks = () => import("../../../../shared/operations/checks/check-journal.ts");
const files = () => import("../../../../shared/operations/journal/store-journal-files.ts");
const keys = () => import("../../../../shared/platform/table/keys.ts");

/** One check of the journal: every file of an earlier second may be covered by a checkpoint. */
async function check(slice = 0, more: { readonly of?: number; readonly most?: number } = {}) {
  const { of = 1, most = 10_000 } = more;
  const { checkPart } = await checks();
  const stream = (await (await files()).streamOfTable()) ?? "";
  const settle = async () => undefined;
  const now = new Date(Math.floor(Date.now() / 1000) * 1000 - 1);
  const limits = { slice, stream, settle, now, settledMs: 0, most };
  const results: PartResult[] = [];
  for (let number = 1; number <= of; number += 1) {
    results.push(
      await checkPart({ account: victim.name as LedgerId, partition: { number, of }, ...limits }),
    );
  }
  return {
    faults: results.flatMap(({ faults }) => faults),
    files: results.reduce((sum, result) => sum + result.files, 0),
    isWhole: results.every(({ isWhole }) => isWhole),
  };
}

/** The checkpoints of the account, the oldest first. */
async function checkpoints(): Promise<string[]> {
  const { filesInOrder } = await import("../../../../shared/platform/s3/client.ts");
  const { journalBucketName } = await import("../../../../shared/platform/s3/client.ts");
  const prefix = `journal.checkpoints/${victim.name}/`;
  const found = await Array.fromAsync(filesInOrder(journalBucketName(), prefix));
  return found.map(({ key }) => key);
}

async function overwrite(Key: string, Body: string | Uint8Array): Promise<void> {
  const { journalBucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
  await s3.send(new PutObjectCommand({ Bucket: journalBucketName(), Key, Body }));
}

async function commit(event_id: string): Promise<void> {
  const body = { events: [makeSale({ event_id })] };
  const { status } = await callAt(api.url, victim.account.full, "POST", "/v1/supply-events", body);
  expect(status).toBe(200);
  await writeJournal();
}

describe("the check of a journal", () => {
  it("goes on after a few files, stores one checkpoint a month, and reads later files only", async () => {
    const parts: boolean[] = [];
    while (parts.at(-1) !== true) parts.push((await check(0, { most: 1 })).isWhole);
    expect(parts.length).toBeGreaterThan(2);
    const { length } = await checkpoints();
    expect(length).toBeGreaterThanOrEqual(parts.length - 1);
    await commit("later");
    const again = await check();
    expect(again).toEqual({ faults: [], files: expect.any(Number), isWhole: true });
    // Files of no account are read as well.
    expect(again.files).toBeLessThan(10);
    expect(await checkpoints()).toHaveLength(length);
    const { listJournalFiles } = await files();
    const all = (await listJournalFiles()).map(({ key }) => key);
    expect(all.filter((key) => key.startsWith("journal.checkpoints"))).toEqual([]);
  });

  it("says nothing of an honest account, however it is divided", async () => {
    for (const slice of [0, 7]) expect((await check(slice)).faults).toEqual([]);
    expect((await check(3, { of: 2 })).faults).toEqual([]);
  });

  it("finds in one of thirteen weeks what was changed, removed or added", async () => {
    const { isInSlice, SLICES } = await import(
      "../../../../shared/operations/checks/checkpoint.ts"
    );
    /** The faults that the week of a text finds, and the number of those of the week after it. */
    const found = async (text: string) => {
      const slice = Array.from({ length: SLICES }, (_, n) => n).find((n) => isInSlice(n, text));
      const later = await check(((slice ?? 0) + 1) % SLICES);
      return [...(await check(slice)).faults, later.faults.length];
    };
    const key = (await keys()).eventKey(victim.name as LedgerId, "sale-1" as EventId);
    const event = await victim.item(key);
    const id = `${key.pk}\n${key.sk}`;
    await victim.put({ ...event, vat_amount_minor: 1 });
    expect(await found(id)).toEqual([expect.stringMatching(/sale-1.*otherwise/), 0]);
    await victim.put(event);
    if (!soaking) return;
    await victim.remove(key);
    expect(await found(id)).toEqual([expect.stringMatching(/sale-1.*the table does not/), 0]);
    await victim.put(event);
    const added = (await keys()).eventKey(victim.name as LedgerId, "added" as EventId);
    await victim.put({ ...event, ...added, event_id: "added" });
    const list = String(event["gsi1pk"]);
    expect(await found(list)).toEqual([expect.stringMatching(/added.*the journal does not/), 0]);
    await victim.remove(added);
  });

  it("finds a line that was changed, and a file that is gone", async () => {
    const { journalFiles, readJournalFile } = await files();
    const [file] = await Array.fromAsync(journalFiles(victim.name));
    const text = (await readJournalFile(file?.key ?? ""))?.text ?? "";
    await overwrite(file?.key ?? "", text.replace('"N":"1900"', '"N":"1901"'));
    const { faults } = await check();
    expect(faults).toContainEqual(expect.stringContaining("added, removed or changed"));
    expect(faults).toContainEqual(expect.stringContaining("not what its name says"));
    await overwrite(file?.key ?? "", text);
  });
});

describe("a checkpoint", () => {
  it("that was forged in the form of the service differs from the files that it covers", async () => {
    const { isInSlice, SLICES } = await import(
      "../../../../shared/operations/checks/checkpoint.ts"
    );
    const { checkpointBytes, loadCheckpoint, storeCheckpoint } = await import(
      "../../../../shared/operations/checks/store-checkpoints.ts"
    );
    const whole = { number: 1, of: 1 };
    const { checkpoint } = await loadCheckpoint(victim.name as LedgerId, whole, new Date());
    const { pk, sk } = (await keys()).eventKey(victim.name as LedgerId, "first" as EventId);
    const recorded = checkpoint?.replay.items.get(`${pk}\n${sk}`);
    if (!checkpoint || !recorded) throw new Error("the checkpoint has no such item");
    const forged = { ...recorded, now: "0".repeat(64) };
    checkpoint.replay.items.set(`${pk}\n${sk}`, forged);
    const until = checkpoint.covered.get(victim.name)?.until ?? 0;
    const bytes = await checkpointBytes(checkpoint);
    await storeCheckpoint(victim.name as LedgerId, whole, until + 1, bytes, new Date());
    const slice = Array.from({ length: SLICES }, (_, n) => n).find((n) =>
      isInSlice(n, recorded.file),
    );
    const { faults } = await check(slice);
    expect(faults).toContainEqual(
      `${recorded.file}: a checkpoint has another state of ${pk} ${sk}`,
    );
  });

  it("that was changed is reported, and an earlier one is used", async () => {
    const newest = (await checkpoints()).at(-1) ?? "";
    await overwrite(newest, "forged");
    const { faults } = await check();
    expect(faults).toContainEqual(`${newest}: its content is not what its name says`);
  });
});

describe("a round", () => {
  it("is gone on with after each step, and tells of a lock that was changed", async () => {
    const { saveRound, loadRound } = await import(
      "../../../../shared/operations/checks/store-checkpoints.ts"
    );
    const { checkEvidence } = await import(
      "../../../../shared/operations/checks/check-evidence.ts"
    );
    const { logger } = await import("../../../../shared/platform/telemetry/telemetry.ts");
    const errors = vi.spyOn(logger, "error").mockReturnValue();
    const now = new Date();
    const place = { account: victim.name as LedgerId, steps: 0, attempts: 0, of: 1 };
    await saveRound(await loadRound(), { started_at: now.toISOString(), ...place });
    await victim.rewrite(victim.lock(LOCKED[1]), (item) => Object.assign(item, { total: 1 }));
    /** A run that dies after so many steps. */
    const run = (steps: number) => {
      let left = steps;
      const isOver = () => {
        left -= 1;
        return left < 0;
      };
      const settle = async () => undefined;
      return checkEvidence({ now: () => now, isOver, settle, settledMs: 1_000, most: 1_000 });
    };
    expect(await run(1)).toEqual({ steps: 1 });
    expect(errors.mock.calls.map(([text, more]) => [text, more])).toEqual([
      [
        "evidence differs",
        { account_id: victim.name, findings: expect.arrayContaining([expect.any(String)]) },
      ],
    ]);
    expect(await loadRound()).toMatchObject({
      account: victim.name as LedgerId,
      steps: 1,
      attempts: 0,
    });
    // A run that dies within a step leaves an attempt, and the next run takes the step again.
    await saveRound(await loadRound(), { ...(await loadRound()), attempts: 1 });
    await run(1);
    expect(await loadRound()).toMatchObject({
      account: victim.name as LedgerId,
      steps: 2,
      attempts: 0,
    });
    errors.mockClear();
    await saveRound(await loadRound(), { ...(await loadRound()), steps: 1, attempts: 5 });
    await run(1);
    expect(await loadRound()).toMatchObject({
      account: victim.name as LedgerId,
      steps: 2,
      attempts: 0,
    });
    const findings = ["step 1 of the check failed 5 times"];
    expect(errors.mock.calls).toEqual([
      ["evidence differs", { account_id: victim.name, findings }],
    ]);
    errors.mockRestore();
  });
});
