import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { listFiles } from "../../../shared/operations/audit/store-audits.ts";
import { s3 } from "../../../shared/platform/s3/client.ts";
import { readFile, storeFirst, storeOnce } from "../../../shared/platform/s3/write-once.ts";
import { artifactLink } from "../../../shared/returns/locks/store-lock-files.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

/*
 * What S3 of AWS does and the local server cannot: versions, and its answers to a conditional put.
 */
const bucket = mockedClient(s3);
const now = new Date("2026-11-22T10:00:00Z");
const file = {
  key: "acc/union-oss/2026-Q3/file.json",
  body: "content",
  content_type: "application/json",
  period: { lastDay: "2026-09-30" as IsoDate },
};

const refusal = (name: string) =>
  new S3ServiceException({ name, $fault: "client", $metadata: { httpStatusCode: 412 } });
const holding = (text: string, VersionId: string) => {
  const Body = { transformToByteArray: async () => Buffer.from(text) };
  return { VersionId, Body: Body as unknown as NonNullable<GetObjectCommandOutput["Body"]> };
};

beforeEach(() => {
  bucket.reset();
  vi.stubEnv("BUCKET_NAME", "files");
});

describe("a file that is stored once", () => {
  it("goes where nothing is, locked for ten years, and its version is known", async () => {
    bucket.on(PutObjectCommand).resolves({ VersionId: "v1" });
    expect(await storeOnce(file, now)).toMatchObject({ version_id: "v1", size_bytes: 7 });
    expect(bucket.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      IfNoneMatch: "*",
      ObjectLockMode: "COMPLIANCE",
      ObjectLockRetainUntilDate: new Date("2036-12-31T23:59:59Z"),
    });
  });

  it("is fine where it is stored already, in the version that is there", async () => {
    bucket.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
    bucket.on(GetObjectCommand).resolves(holding("content", "v0"));
    expect(await storeOnce(file, now)).toMatchObject({ version_id: "v0" });
  });

  it("is a fault where something else is", async () => {
    bucket.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
    bucket.on(GetObjectCommand).resolves(holding("forged", "v0"));
    await expect(storeOnce(file, now)).rejects.toThrow("is stored already, with SHA-256 ");
  });

  it("gives way to what was first, where whichever is first counts", async () => {
    bucket.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
    bucket.on(GetObjectCommand).resolves(holding("first", "v0"));
    expect(await storeFirst(file, now)).toMatchObject({ text: "first", version_id: "v0" });
  });

  it("is asked for again while another write is under way, and not for ever", async () => {
    const conflict = refusal("ConditionalRequestConflict");
    bucket.on(PutObjectCommand).rejectsOnce(conflict).resolves({ VersionId: "v2" });
    expect(await storeOnce(file, now)).toMatchObject({ version_id: "v2" });
    bucket.reset();
    bucket.on(PutObjectCommand).rejects(conflict);
    await expect(storeOnce(file, now)).rejects.toBe(conflict);
    expect(bucket.commandCalls(PutObjectCommand)).toHaveLength(3);
  });
});

it("a file is read in the version that was asked for, and is missing without it", async () => {
  bucket.on(GetObjectCommand).resolves(holding("content", "v1"));
  await readFile(file.key, "v1");
  expect(bucket.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({
    VersionId: "v1",
  });
  bucket.on(GetObjectCommand).rejects(refusal("NoSuchVersion"));
  expect(await readFile(file.key, "v1")).toBeUndefined();
});

it("a link is of the version that was locked", async () => {
  const stored = {
    id: "id",
    kind: "quarterly_summary",
    format: "csv",
    file_name: "a.csv",
    content_type: "text/csv",
    size_bytes: 1,
    sha256: "0".repeat(64),
    key: file.key,
    created_at: now.toISOString(),
  } as const;
  const versionIn = async (export_: Parameters<typeof artifactLink>[0]) =>
    new URL(await artifactLink(export_, now)).searchParams.get("versionId");
  expect(await versionIn({ ...stored, version_id: "v1" })).toBe("v1");
  expect(await versionIn(stored)).toBeNull();
});

it("the list counts versions and deletions of each key, with the last instant, over all pages", async () => {
  const Prefix = "acc/union-oss/";
  const LastModified = new Date(2_000);
  bucket.on(ListObjectVersionsCommand).resolves({});
  bucket
    .on(ListObjectVersionsCommand, { Prefix })
    .resolvesOnce({
      Versions: [{ Key: `${Prefix}a` }, { Key: `${Prefix}b`, LastModified }, { Key: `${Prefix}b` }],
      IsTruncated: true,
      NextKeyMarker: `${Prefix}b`,
      NextVersionIdMarker: "v",
    })
    .resolves({ Versions: [{ Key: `${Prefix}c` }], DeleteMarkers: [{ Key: `${Prefix}a` }] });
  expect(await listFiles("acc" as LedgerId)).toEqual([
    { key: `${Prefix}a`, versions: 2, stored_at: 0 },
    { key: `${Prefix}b`, versions: 2, stored_at: 2_000 },
    { key: `${Prefix}c`, versions: 1, stored_at: 0 },
  ]);
  const asked = bucket.commandCalls(ListObjectVersionsCommand).map(({ args }) => args[0].input);
  expect(asked.find(({ KeyMarker }) => KeyMarker)).toMatchObject({
    KeyMarker: `${Prefix}b`,
    VersionIdMarker: "v",
  });
});
