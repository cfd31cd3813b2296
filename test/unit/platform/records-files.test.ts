import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { s3ForLargeFiles } from "../../../shared/platform/s3/client.ts";
import { inTemporaryFolder, storeFile } from "../../../shared/platform/temp-files.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

/* What S3 of AWS answers, which has versions, when a file of records is stored. */
const bucket = mockedClient(s3ForLargeFiles);
const CONTENT = "a record\n";
const sha256 = createHash("sha256").update(CONTENT).digest("hex");

const store = () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "ndjson");
    await writeFile(path, CONTENT);
    return storeFile({
      path,
      key: `acc/records/1/${sha256}.ndjson`,
      content_type: "application/x-ndjson",
      size_bytes: CONTENT.length,
      sha256,
      retain_until: "2036-12-31",
    });
  });

const refusal = (name: string) =>
  new S3ServiceException({ name, $fault: "client", $metadata: { httpStatusCode: 412 } });

const holding = (text: string) => ({
  VersionId: "v0",
  Body: Readable.from([Buffer.from(text)]) as unknown as NonNullable<
    GetObjectCommandOutput["Body"]
  >,
});

beforeEach(() => {
  bucket.reset();
  vi.stubEnv("BUCKET_NAME", "files");
});

describe("a file of records", () => {
  it("is stored where nothing is, and its version is known", async () => {
    bucket.on(PutObjectCommand).resolves({ VersionId: "v1" });
    expect(await store()).toEqual({ version_id: "v1" });
    expect(bucket.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      IfNoneMatch: "*",
      ContentLength: CONTENT.length,
      ObjectLockRetainUntilDate: new Date("2036-12-31T23:59:59Z"),
    });
  });

  it("is fine where an attempt whose answer was lost has stored it", async () => {
    bucket
      .on(PutObjectCommand)
      .rejectsOnce(new Error("socket hang up"))
      .rejects(refusal("PreconditionFailed"));
    bucket.on(GetObjectCommand).resolves(holding(CONTENT));
    expect(await store()).toEqual({ version_id: "v0" });
  });

  it("is a fault where something else is", async () => {
    bucket.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
    bucket.on(GetObjectCommand).callsFake(() => holding("forged"));
    await expect(store()).rejects.toThrow("is stored already, with SHA-256 ");
  });
});
