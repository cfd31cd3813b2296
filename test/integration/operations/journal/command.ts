import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, inject, it } from "vitest";
import type { EventId } from "../../../../shared/core/ids.ts";
import type { JournalPartition } from "../../../../shared/operations/journal/journal-file.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { soaking } from "../../../stack/soak.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { api } from "./streamed-api.ts";

const { describeInTurn, itInTurn } = testsInTurn(import.meta.url);

const folder = temporaryFolder();

let seller: Account;

/** Of a new seller, unless the test has one already. */
async function begin(...events: readonly object[]): Promise<void> {
  seller = await newAccount("verify");
  await commit(...events);
}

async function commit(...events: readonly object[]): Promise<void> {
  const body = { events };
  const { status, text } = await callAt(api.url, seller.full, "POST", "/v1/supply-events", body);
  expect(status, text).toBe(200);
}

/** As on this machine, with the table of this test. */
const verify = (...flags: readonly string[]) =>
  runCommand("scripts/operate/verify-journal.ts", flags, folder, {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] ?? "",
  });

const ofSeller = () => verify("--account", seller.account);

const journal = () => import("../../../../scripts/local/journal-here.ts");

/** What the command finds, without a process of its own. */
async function found(partition: JournalPartition = { number: 1, of: 1 }) {
  const { verifyJournal } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const { writeJournalHere } = await journal();
  const stream = await streamOfTable();
  const settle = () => writeJournalHere();
  return verifyJournal({ account: seller.account, stream, restored: false, partition, settle });
}

async function write(): Promise<string[]> {
  const { writeJournalHere } = await journal();
  await writeJournalHere();
  const { listJournalFiles } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  return (await listJournalFiles(seller.account)).map(({ key }) => key);
}

const bucket = async () => {
  const { journalBucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
  return { Bucket: journalBucketName(), s3 };
};

it("writes what is not written yet, and finds nothing wrong", async () => {
  await begin(makeSale(), makeRefund());
  const { code, stdout, stderr } = await ofSeller();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^(KEY#\w+: made by an operator, .*\n){2}\d+ changes in 1 files, \d+ items in the table, 0 differences\n$/,
  );
  if (soaking) expect(await verify("--all")).toMatchObject({ code: 0 });
  await expectResumed({ code, stdout, stderr });
});

/** The check goes on with the next partition when it was broken off, and finds what one of the whole has found. */
async function expectResumed(whole: Awaited<ReturnType<typeof verify>>): Promise<void> {
  const file = join(folder, "journal.json");
  const flags = ["--account", seller.account, "--partitions", "4", "--resume", file] as const;
  const { partitionsLike } = await import("../../../../shared/operations/journal/journal-file.ts");
  const audits = await Promise.all(partitionsLike({ number: 1, of: 4 }).slice(0, 3).map(found));
  const asked = { account: seller.account, restored: false, of: 4 };
  writeFileSync(file, JSON.stringify({ asked, audits }));
  // An item is counted once its account is in the journal, which it was not when the first one began.
  const { items } = await found();
  const stdout = whole.stdout.replace(/\d+ items/, `${items} items`);
  expect(await verify(...flags)).toEqual({ ...whole, stdout });
  expect(existsSync(file)).toBe(false);
}

it("names what was changed, and exits 1", async () => {
  await begin(makeSale());
  const { rewrite } = await import("../../../stack/tampering.ts");
  const { eventKey } = await import("../../../../shared/platform/table/keys.ts");
  await rewrite(eventKey(seller.account, "sale-1" as EventId), (item) => {
    item["vat_amount_minor"] = 1;
  });
  const { code, stdout } = await ofSeller();
  expect(code).toBe(1);
  expect(stdout).toContain(`EVENT#${seller.account}#sale-1 EVENT`);
  expect(stdout).toContain("vat_amount_minor of the event was changed");
});

it("knows the fingerprint of the sealing key, which a local stack puts into its table", async () => {
  const { provideSealingKey } = await import("../../../../scripts/local/sealing-key.ts");
  await provideSealingKey(dirname(process.env["SEALING_KEY_FILE"] ?? ""));
  const { verifiedAsWritten } = await import("./verified.ts");
  expect((await verifiedAsWritten({})).faults.join("\n")).not.toContain("SEALING_KEY");
});

itInTurn("shows how it is called, and exits 2", async () => {
  const { code, stderr } = await verify("--everything");
  expect(code).toBe(2);
  expect(stderr).toContain("usage: npm run --silent verify-journal");
});

it("exits 2 for an account that there is none of", async () => {
  expect(await verify("--account", "nobody")).toMatchObject({ code: 2 });
});

describeInTurn("the files", () => {
  it("that lack one in the middle are found by the state before the next one", async () => {
    await begin(makeSale());
    await write();
    await commit(makeRefund());
    const [, middle = "none"] = await write();
    await commit(makeRefund({ event_id: "refund-2" }));
    await write();
    const { Bucket, s3 } = await bucket();
    await s3.send(new DeleteObjectCommand({ Bucket, Key: middle }));
    const faults = (await found()).faults.join("\n");
    expect(faults).toMatch(/EVENT#\S+#sale-1 EVENT, \S+: the journal lacks a change before \d+/);
    expect(faults).toMatch(/refund-1 EVENT: the table has it, the journal does not/);
  });

  it("that were rewritten are reported by name", async () => {
    await begin(makeSale());
    const [Key = "none"] = await write();
    const { Bucket, s3 } = await bucket();
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: "{}\n" }));
    expect((await found()).faults).toContain(`${Key}: its content is not what its name says`);
  });

  it("that hold the same changes twice are one truth", async () => {
    await begin(makeSale(), makeRefund());
    const [Key = ""] = await write();
    const { readJournalFile } = await import(
      "../../../../shared/operations/journal/store-journal-files.ts"
    );
    const { placeOfFile, recordsIn, journalFile } = await import(
      "../../../../shared/operations/journal/journal-file.ts"
    );
    const { putJournalFile } = await import(
      "../../../../shared/operations/journal/store-journal-files.ts"
    );
    const { sha256Of } = await import("../../../../shared/core/hash.ts");
    const place = placeOfFile(Key);
    const text = (await readJournalFile(Key))?.text ?? "";
    const records = place ? (recordsIn(place, text, sha256Of) ?? []) : [];
    expect(records.length).toBeGreaterThan(2);
    const half = journalFile(seller.account, place?.stream ?? "", records.slice(2), sha256Of);
    await putJournalFile(half, new Date());
    expect(await found()).toMatchObject({ files: 2, faults: [] });
  });
});

itInTurn("reports a changed amount of the refunds of a sale", async () => {
  await begin(makeSale(), makeRefund());
  const { rewrite } = await import("../../../stack/tampering.ts");
  const { eventKey } = await import("../../../../shared/platform/table/keys.ts");
  await rewrite(eventKey(seller.account, "sale-1" as EventId), (item) => {
    item["taken_back"] = { EUR: { count: 1, taxable_amount_minor: 1, vat_amount_minor: 1 } };
  });
  expect((await found()).faults).toContain(
    `what is taken back of sale-1 of ${seller.account} is not what its events come to`,
  );
});
