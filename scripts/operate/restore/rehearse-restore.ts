import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";
import type { RecoveryPoint, RestoreJob } from "./backup-service.ts";
import type { DeployedData, RestoreCloud } from "./restore-cloud.ts";

/** The findings of a check of the restored table. */
export type Verified = { readonly lines: readonly string[]; readonly isSound: boolean };

type Rehearsal = {
  readonly cloud: RestoreCloud;
  readonly say: (line: string) => void;
  /** Asks the operator. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Checks the restored table against the one in use, as of the recovery point. */
  readonly verify: (data: DeployedData, restored: string, at: Date) => Promise<Verified>;
  /** Milliseconds between two questions whether AWS has finished. */
  readonly every: number;
};

type Restore = {
  readonly data: DeployedData;
  readonly role: string;
  readonly point: RecoveryPoint;
  /** The name of the restored table. It follows from the recovery point, so that the next run finds it after a kill. */
  readonly target: string;
  /** Tables that earlier rehearsals of the stage have left. */
  readonly left: readonly string[];
};

/**
 * Restores the newest recovery point of a stage's table beside it, verifies the restored table, and deletes it. After a
 * kill, the next run continues with the same table, or removes it and begins anew.
 * @returns true if the restored table is sound
 */
export async function rehearseRestore(stage: string, rehearsal: Rehearsal): Promise<boolean> {
  const { cloud, say, verify } = rehearsal;
  const restore = await findRestore(stage, cloud);
  await ask(restore, rehearsal);
  for (const name of restore.left) await remove(name, rehearsal);
  await restoreTable(restore, rehearsal);
  try {
    const { lines, isSound } = await verify(
      restore.data,
      restore.target,
      restore.point.CreationDate,
    );
    for (const line of lines) say(line);
    return isSound;
  } finally {
    await remove(restore.target, rehearsal);
  }
}

/** @throws Failure if the stage cannot be restored as it is deployed */
async function findRestore(stage: string, cloud: RestoreCloud): Promise<Restore> {
  const data = await cloud.deployedData(stage);
  const { table, role } = data;
  if (role === undefined) {
    throw new Failure(
      `VatData-${stage} has no RestoreRoleArn: enter "backup" in infra/stages/${stage}.json and deploy`,
    );
  }
  const inUse = await cloud.table(table);
  if (!inUse) throw new Failure(`there is no table ${table}`);
  const point = await cloud.backups.newestPoint(inUse.arn);
  if (!point) {
    throw new Failure(
      `AWS Backup has no completed recovery point of ${table}; the first is made on the first day of a month`,
    );
  }
  const prefix = `VatRehearsal-${stage}-`;
  const target = `${prefix}${point.CreationDate.toISOString().replaceAll(/[-:]|\..*$/g, "")}`;
  const left = (await cloud.tablesNamed(prefix)).filter((name) => name !== target);
  return { data, role, point, target, left };
}

/** @throws Failure if the operator does not agree */
async function ask({ point, target, left }: Restore, { confirm }: Rehearsal): Promise<void> {
  const size = `${(point.BackupSizeBytes / 1e9).toFixed(1)} GB`;
  const asked = [
    `restore the backup of ${point.CreationDate.toISOString()} (${size}) into the table ${target}, read it, and delete it`,
    ...left.map((name) => `delete ${name}, which an earlier rehearsal has left`),
  ];
  if (!(await confirm(asked.join("\n")))) throw new Failure("nothing was restored");
}

/**
 * Restores the table, or waits for the job of an earlier run that was killed.
 * @throws Failure if AWS does not restore it; what there is of the table is deleted
 */
async function restoreTable(restore: Restore, rehearsal: Rehearsal): Promise<void> {
  const { target, point } = restore;
  const { cloud, say } = rehearsal;
  const job = (await unfinished(restore, rehearsal)) ?? (await startJob(restore, rehearsal));
  const { Status, StatusMessage = "no reason" } = await ended(job, rehearsal);
  if (Status !== "COMPLETED") {
    if (await cloud.table(target)) await remove(target, rehearsal);
    throw new Failure(`AWS Backup has not restored ${point.RecoveryPointArn}: ${StatusMessage}`);
  }
  while (!(await cloud.table(target))?.isReady) await pause(rehearsal.every);
  say(`restored ${target}`);
}

/** Returns the job of an earlier run; undefined if the restore has to begin anew. */
async function unfinished({ target, point }: Restore, rehearsal: Rehearsal) {
  const { cloud, say } = rehearsal;
  const job = await cloud.backups.jobInto(target, point);
  const table = await cloud.table(target);
  const isRunning = job?.Status === "PENDING" || job?.Status === "RUNNING";
  if (job && (isRunning || (job.Status === "COMPLETED" && table))) {
    say(`continues with ${target} of an earlier run`);
    return job.RestoreJobId;
  }
  if (table) await remove(target, rehearsal);
  return undefined;
}

async function startJob({ data, role, point, target }: Restore, { cloud }: Rehearsal) {
  const key = (await cloud.table(data.table))?.key;
  const encryption = key
    ? { encryptionType: "KMS", kmsMasterKeyArn: key }
    : { encryptionType: "Default" };
  return cloud.backups.start({ point, role, metadata: { targetTableName: target, ...encryption } });
}

async function ended(id: string, { cloud, every }: Rehearsal): Promise<RestoreJob> {
  for (;;) {
    const job = await cloud.backups.job(id);
    if (job.Status !== "PENDING" && job.Status !== "RUNNING") return job;
    await pause(every);
  }
}

/** Deletes a restored table and waits until it is gone. */
async function remove(name: string, { cloud, say, every }: Rehearsal): Promise<void> {
  await cloud.deleteTable(name);
  while (await cloud.table(name)) await pause(every);
  say(`deleted ${name}`);
}
