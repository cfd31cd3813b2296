import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { beforeEach, expect, it, vi } from "vitest";
import { handler } from "../../../../functions/journal/write-journal.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

vi.stubEnv("JOURNAL_BUCKET_NAME", "journal");
const s3 = mockedClient(S3Client);
beforeEach(() => {
  s3.reset();
  s3.on(PutObjectCommand).resolves({});
});

const ARN = "arn:aws:dynamodb:eu-central-1:111122223333:table/T/stream/2026-11-22T10:00:00.123";

const change = (seq: number, pk: string, images: object, eventName = "MODIFY") => ({
  eventSourceARN: ARN,
  eventName,
  dynamodb: {
    SequenceNumber: String(seq),
    ApproximateCreationDateTime: 1_795_346_333,
    Keys: { pk: { S: pk }, sk: { S: "EVENT" } },
    ...images,
  },
});

const image = (pk: string, fields: object = {}) => ({
  pk: { S: pk },
  sk: { S: "EVENT" },
  ...fields,
});

const inserted = (seq: number, pk: string, fields: object = {}) =>
  change(seq, pk, { NewImage: image(pk, fields) }, "INSERT");

const stored = () =>
  s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => ({
    ...input,
    lines: String(input.Body)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  }));

it("writes a file for each account, in the order of the stream, put once and locked", async () => {
  const records = [inserted(7, "EVENT#a#1"), inserted(8, "EVENT#b#1"), inserted(9, "EVENT#a#2")];
  await handler({ Records: records });
  const locked = { Bucket: "journal", IfNoneMatch: "*", ObjectLockMode: "COMPLIANCE" };
  expect(stored()).toMatchObject([locked, locked]);
  expect(stored().map(({ Key }) => Key?.replace(/-[0-9a-f]{16}\./, "."))).toEqual([
    `a/20261122100000123/${"7".padStart(40, "0")}-${"9".padStart(40, "0")}.ndjson`,
    `b/20261122100000123/${"8".padStart(40, "0")}-${"8".padStart(40, "0")}.ndjson`,
  ]);
  expect(stored()[0]?.lines.map(({ seq }) => seq)).toEqual(["7", "9"]);
  expect(stored()[0]?.ObjectLockRetainUntilDate).toEqual(new Date("2036-12-31T23:59:59Z"));
});

it("names a batch that is delivered again as before, and leaves what is there", async () => {
  const Records = [inserted(1, "EVENT#a#1")];
  await handler({ Records });
  s3.on(PutObjectCommand).rejects(
    Object.assign(new Error("taken"), { name: "PreconditionFailed" }),
  );
  await handler({ Records });
  const [first, again] = stored();
  expect(again?.Key).toBe(first?.Key);
  expect(again?.Body).toEqual(first?.Body);
});

it("fails when a file could not be stored: the batch has to come again", async () => {
  s3.on(PutObjectCommand).rejects(new Error("no network"));
  await expect(handler({ Records: [inserted(1, "EVENT#a#1")] })).rejects.toThrow("no network");
});

it("keeps each digit of a number", async () => {
  await handler({ Records: [inserted(1, "EVENT#a#1", { n: { N: "123456789012345678901" } })] });
  expect(stored()[0]?.lines[0].new.n).toEqual({ N: "123456789012345678901" });
});

it("has a hash in place of free text, another for each place", async () => {
  const texts = {
    description: { S: "of Ada" },
    history: { L: [{ M: { note: { S: "by Ada" } } }] },
  };
  await handler({ Records: [inserted(1, "EVENT#a#1", texts), inserted(2, "EVENT#a#2", texts)] });
  const lines = stored()[0]?.lines ?? [];
  expect(JSON.stringify(lines)).not.toContain("Ada");
  const [one, other] = lines.map((line) => line.new.description.S);
  expect(one).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(one).not.toBe(other);
});

it("leaves out what the journal does not keep, and writes that change nothing", async () => {
  const same = { OldImage: image("EVENT#a#1"), NewImage: image("EVENT#a#1") };
  await handler({ Records: [inserted(1, "T#a#book"), change(2, "EVENT#a#1", same)] });
  expect(stored()).toEqual([]);
});

it("finds the account of a key in the key, and keeps apart what says of none", async () => {
  const key = inserted(1, "KEY#0123456789abcdef", { account: { S: "acme" } });
  await handler({
    Records: [key, inserted(2, "KEY#1123456789abcdef"), inserted(3, "EVENT#../x#1")],
  });
  expect(stored().map(({ Key }) => Key?.split("/")[0])).toEqual(["acme", "no.account"]);
});
