import { isDeepStrictEqual } from "node:util";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { bucketName, s3 } from "../../../../shared/platform/s3/client.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { lockChainKey } from "../../../../shared/platform/table/periods.ts";
import { type Item, putItem, removeItem } from "../../../stack/tampering.ts";

/**
 * Keeps the locks of an account and their files as they are. The result puts back what a test has changed of
 * them: to lock the same periods again for each test takes many times as long.
 */
export async function keepLocks(account: LedgerId): Promise<() => Promise<void>> {
  const items = await lockItems(account);
  const hashes = await fileHashes(account);
  const bodies = new Map<string, Uint8Array>();
  for (const file of hashes.keys()) bodies.set(file, await contentOf(file));
  return async () => {
    await putItemsBack(items, await lockItems(account));
    const now = await fileHashes(account);
    for (const file of now.keys()) if (!bodies.has(file)) await removeFile(file);
    for (const [Key, Body] of bodies) {
      if (now.get(Key) === hashes.get(Key)) continue;
      await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key, Body }));
    }
  };
}

async function putItemsBack(
  stored: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
): Promise<void> {
  for (const [sk, item] of now) if (!stored.has(sk)) await removeItem(item as Key);
  for (const [sk, item] of stored) {
    if (!isDeepStrictEqual(item, now.get(sk))) await putItem(item);
  }
}

/** Locks and the head of their chain. */
async function lockItems(account: LedgerId): Promise<Map<string, Item>> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": lockChainKey(account).pk },
      ConsistentRead: true,
    }),
  );
  return new Map(Items.map((item) => [String(item["sk"]), item]));
}

/** The files of an account's returns, each with its hash as S3 tells it. */
async function fileHashes(account: LedgerId): Promise<Map<string, string | undefined>> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucketName(), Prefix: `${account}/` }),
  );
  return new Map(Contents.map(({ Key = "", ETag }) => [Key, ETag]));
}

async function contentOf(Key: string): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName(), Key }));
  if (!Body) throw new Error(`nothing at ${Key}`);
  return Body.transformToByteArray();
}

const removeFile = (Key: string) => s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key }));
