import { join } from "node:path";
import {
  DATABASE,
  ENGINE_LOG,
  expectDatabase,
  giveUpDataFolder,
  OBJECTS,
  takeDataFolder,
} from "./data-folder.ts";
import { startEngine } from "./engine.ts";
import {
  bucketName,
  importBucketName,
  journalBucketName,
  lakeBucketName,
  outsideDynamo,
  outsideS3,
  setDynamo,
  setS3,
  tableName,
} from "./environment.ts";
import { Failure } from "./failure.ts";
import { FREE_LOOPBACK, type Listening } from "./http-server.ts";
import { indexStream } from "./stream-index.ts";
import { ensureTable } from "./table.ts";

/*
 * Each function registers the services it has started in `closing`, and sets their addresses in the environment. An
 * address that is already in the environment is used unchanged.
 */

/**
 * Takes the data folder for this process alone.
 * @throws Failure if another process has it.
 */
export async function holdDataFolder(
  dataDir: string,
  closing: AsyncDisposableStack,
): Promise<void> {
  const holder = await takeDataFolder(dataDir);
  if (holder !== undefined) {
    throw new Failure(
      `${dataDir} is in use by process ${holder}: end it, or choose another DATA_DIR`,
    );
  }
  closing.defer(() => giveUpDataFolder(dataDir));
}

/** Provides DynamoDB with the table. The result settles if the stack's own engine ends. */
export async function provideDynamo(
  dataDir: string,
  closing: AsyncDisposableStack,
): Promise<{ readonly ended: Promise<unknown> }> {
  const outside = outsideDynamo();
  if (outside) {
    await ensureTable(tableName(), outside);
    return { ended: new Promise(() => {}) };
  }
  await expectDatabase(dataDir);
  const database = join(dataDir, DATABASE);
  const engine = await startEngine(database, join(dataDir, ENGINE_LOG));
  closing.defer(engine.stop);
  indexStream(database);
  setDynamo(engine.endpoint);
  await import("./unsigned-calls.ts");
  await ensureTable(tableName(), engine.endpoint);
  return { ended: engine.ended };
}

/**
 * Provides S3 with the buckets. Pages of these origins may upload files of imports. Clients and servers are imported
 * late: most commands need the table alone.
 */
export async function provideS3(
  dataDir: string,
  closing: AsyncDisposableStack,
  { at = FREE_LOOPBACK, origins = [] }: { at?: Listening; origins?: readonly string[] } = {},
): Promise<void> {
  const outside = outsideS3();
  const buckets = [bucketName(), journalBucketName(), importBucketName(), lakeBucketName()];
  if (outside) {
    const { ensureBucket } = await import("./bucket.ts");
    for (const bucket of buckets) await ensureBucket(bucket, outside);
    return;
  }
  const { startObjectStore } = await import("./object-store.ts");
  const uploads = { bucket: importBucketName(), origins };
  const store = await startObjectStore(join(dataDir, OBJECTS), buckets, at, uploads);
  closing.defer(store.stop);
  setS3(store.endpoint);
}
