import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { processAll } from "../../../scripts/demo/import-file.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { commitImportPart } from "../../../shared/imports/jobs/commit-part.ts";
import { type ImportJob, type SplitJob, startedImport } from "../../../shared/imports/jobs/job.ts";
import { requestImport } from "../../../shared/imports/jobs/manage-import.ts";
import { ROWS_PER_PART } from "../../../shared/imports/jobs/part-report.ts";
import {
  enqueueImport,
  type ImportMessage,
  importPartWorker,
  processPart,
  readImportFile,
} from "../../../shared/imports/jobs/process-message.ts";
import type { ImportList, ImportView } from "../../../shared/imports/jobs/schema.ts";
import { loadImportJob, moveImportJob } from "../../../shared/imports/jobs/store-jobs.ts";
import {
  lookAtObject,
  partObject,
  readText,
  uploadObject,
  writeText,
} from "../../../shared/imports/jobs/store-objects.ts";
import { setAccountState } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { importKey } from "../../../shared/platform/table/keys.ts";
import { countriesOf, wholeReport } from "../../make/amazon-report.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  controlled,
  importedFile,
  newImport,
  overImport,
  uploadedFile,
} from "../../stack/imports.ts";
import { atEachCall } from "../../stack/put-back.ts";
import { listed, newSeller, type Refusal } from "../../stack/seller.ts";
import { sentTo } from "../../stack/sent-messages.ts";
import { soaking } from "../../stack/soak.ts";
import { trialOf } from "../../stack/trial.ts";

const SETTINGS = { source_id: "amazon-eu", supply_kind: "goods" };
/** A report of one part, for what takes no more. */
const SMALL = wholeReport(soaking ? 80 : 20);

/** The small report with more rows in its middle than a part has, which are cheap to import: fees of the channel. */
function longReport(): typeof SMALL {
  const [head = "", ...rows] = new TextDecoder().decode(SMALL.bytes).split(/(?<=\n)/);
  const fee = (rows[0] ?? "").replace("\tAFN\t", "\tAMAZON_FEE\t");
  const half = rows.length >> 1;
  const fees = Array.from({ length: ROWS_PER_PART }, () => fee);
  const text = [head, ...rows.slice(0, half), ...fees, ...rows.slice(half)].join("");
  const { sums } = SMALL;
  const more = { rows: sums.rows + fees.length, excluded: sums.excluded + fees.length };
  return { bytes: new TextEncoder().encode(text), sums: { ...sums, ...more } };
}

/** A report of two parts of rows and one of corrections. */
const REPORT = soaking ? wholeReport(1_000) : longReport();
const FILE = { format: "amazon_avtr", settings: SETTINGS, bytes: REPORT.bytes };
const SMALL_FILE = { ...FILE, bytes: SMALL.bytes };
const NOTHING = { ...FILE, bytes: new TextEncoder().encode("x") };

const outcomeOf = ({ sums }: typeof REPORT) => ({
  status: "completed",
  progress: { rows_done: sums.rows, rows: sums.rows },
  counts: {
    rows: sums.rows,
    committed: sums.events,
    excluded: sums.excluded,
    duplicate: 0,
    conflict: 0,
    unresolved: 0,
    rejected: 0,
  },
  countries: countriesOf(sums),
});
const expected = outcomeOf(REPORT);

const refused = async ({ full }: Account, id: string, verb: string, body?: unknown) => {
  const { status, body: answer } = await call<Refusal>(
    full,
    "POST",
    `/v1/imports/${id}/${verb}`,
    body,
  );
  return [status, answer.error];
};

type Page = z.output<typeof ImportList>;

describe("an import of several parts", () => {
  it("adds up to what the file holds, wherever its refunds stand", async () => {
    const seller = await newSeller("DE");
    // One of several parts in a soak; in npm test that one is stopped and goes on, below.
    const [file, report] = soaking ? [FILE, REPORT] : [SMALL_FILE, SMALL];
    expect(await importedFile(seller, file)).toMatchObject(outcomeOf(report));
  });

  it("is ended where it is, and the same file goes on in another one", async () => {
    const seller = await newSeller("DE");
    const half = SMALL.bytes;
    const cut = half.lastIndexOf(10, half.length >> 1) + 1;
    const first = await importedFile(seller, { ...FILE, bytes: half.subarray(0, cut) });
    const whole = await importedFile(seller, SMALL_FILE);
    expect(first.counts.committed).toBeGreaterThan(0);
    expect(first.counts.committed).toBe(whole.counts.duplicate);
    expect(whole.counts).toMatchObject({ conflict: 0, rejected: 0, unresolved: 0 });
    expect(whole.countries).toEqual(countriesOf(SMALL.sums));
  });

  it("can be cancelled, once and for all", async () => {
    const seller = await newSeller("DE");
    const { id } = await uploadedFile(seller, FILE);
    expect(await controlled(seller, id, "cancel")).toMatchObject({ status: "cancelled" });
    expect(await controlled(seller, id, "cancel")).toMatchObject({ status: "cancelled" });
    expect(await refused(seller, id, "start", {})).toEqual([409, "import_state_conflict"]);
    expect(await refused(seller, id, "retry")).toEqual([409, "import_state_conflict"]);
    expect(await refused(seller, id, "undo")).toEqual([409, "import_state_conflict"]);
  });

  it("stops with its account, and goes on when that works again", async () => {
    const seller = await newSeller("DE");
    const { account, job } = await importUnderWay(seller);
    const messages = await readImportFile({ account, import_id: job.id, pass: 1 });
    const [first, ...others] = messages as [ImportMessage, ...ImportMessage[]];
    await processPart(first);
    await setAccountState(account, "suspended", now());
    await processAll(others);
    const stopped = (await loadImportJob(account, job.id)) as ImportJob;
    expect(stopped).toMatchObject({ state: "failed", error: { code: "account_stopped" } });
    expect([...stopped.done]).toEqual([first.part]);
    expect(await refused(seller, job.id, "retry")).toEqual([403, "account_suspended"]);
    await setAccountState(account, undefined, now());
    expect(await refused(seller, job.id, "undo")).toEqual([409, "import_state_conflict"]);
    await controlled(seller, job.id, "retry");
    expect(await overImport(seller, job.id)).toMatchObject(expected);
  });

  it("of a test key goes into the sandbox, and nowhere else", async () => {
    const live = await newSeller("DE");
    const sandbox = await trialOf(live);
    const done = await importedFile(sandbox, SMALL_FILE);
    expect(done.counts.committed).toBe(SMALL.sums.events);
    expect((await listed(sandbox)).body.items.length).toBeGreaterThan(0);
    expect((await listed(live)).body.items).toEqual([]);
    const { body } = await call<Page>(live.readOnly, "GET", "/v1/imports");
    expect(body.items).toEqual([]);
    expect(await refused(live, done.id, "undo")).toEqual([404, "not_found"]);
  });
});

describe("an upload", () => {
  it("of another length is refused by the link", async () => {
    const seller = await newSeller("DE");
    const { upload, id } = await newImport(seller, FILE);
    const { method, headers, url } = upload;
    const short = Buffer.from(FILE.bytes.subarray(1));
    expect((await fetch(url, { method, headers, body: short })).status).toBe(403);
    expect(await refused(seller, id, "start", {})).toEqual([409, "import_not_uploaded"]);
  });

  it("with another hash than announced is rejected as a whole", async () => {
    const seller = await newSeller("DE");
    const sha256 = createHash("sha256").update("another file").digest("hex");
    const settingsOfFile = {
      format: FILE.format,
      source_id: "amazon-eu",
      settings: SETTINGS,
      sha256,
    };
    const { job, upload } = await requestImport(
      seller.account,
      { ...settingsOfFile, on_conflict: "ask", size_bytes: FILE.bytes.length },
      { author: "test" as AuthorId, now: new Date() },
    );
    await fetch(upload.url, {
      method: "PUT",
      headers: upload.headers,
      body: Buffer.from(FILE.bytes),
    });
    await controlled(seller, job.id, "start", {});
    expect(await overImport(seller, job.id)).toMatchObject({
      status: "failed",
      error: { code: "checksum_mismatch" },
      counts: { rows: 0 },
    });
  });

  it("that was replaced after the start is refused as a whole", async () => {
    const { account, job } = await importUnderWay(await newSeller("DE"), { etag: '"another"' });
    await readImportFile({ account, import_id: job.id, pass: 1 });
    expect((await loadImportJob(account, job.id))?.error?.code).toBe("file_changed");
  });
});

const now = () => new Date();

/** An import that was started, and that no worker knows of. */
async function importUnderWay(
  seller: Account,
  {
    etag,
    file = FILE,
  }: { readonly etag?: string; readonly file?: Parameters<typeof uploadedFile>[1] } = {},
) {
  const { account } = seller;
  const { id } = await uploadedFile(seller, file);
  const created = (await loadImportJob(account, id)) as ImportJob;
  const upload = await lookAtObject(uploadObject(account, id));
  const job = await moveImportJob(
    account,
    created,
    startedImport(false, etag ?? upload?.etag ?? "", now()),
  );
  return { account, job: job as ImportJob };
}

it("a file of more than 20 MB waits in another queue than small ones", async () => {
  using large = sentTo("largefiles");
  using small = sentTo("imports");
  const job = { id: "sized", pass: 1 } as ImportJob;
  await enqueueImport("sized" as LedgerId, { ...job, size_bytes: 20_000_001 });
  await enqueueImport("sized" as LedgerId, { ...job, size_bytes: 20_000_000 });
  const ofHere = ({ account }: { readonly account: LedgerId }) => account === "sized";
  expect([large.messages.filter(ofHere), small.messages.filter(ofHere)]).toMatchObject([
    [{ import_id: "sized" }],
    [{ import_id: "sized" }],
  ]);
});

describe("a worker", () => {
  it("that dies after each commit, before it is counted, counts each row once", async () => {
    const seller = await newSeller("DE");
    const { account, job } = await importUnderWay(seller, { file: SMALL_FILE });
    const messages = await readImportFile({ account, import_id: job.id, pass: 1 });
    const read = (await loadImportJob(account, job.id)) as SplitJob;
    for (const { part = 0 } of messages) {
      // Of another pass nothing is counted, as if the worker had not come so far.
      expect(await commitImportPart(account, { ...read, pass: 7 }, part, now())).toBeUndefined();
    }
    await processAll([...messages, ...messages]);
    const { body } = await call<ImportView>(seller.readOnly, "GET", `/v1/imports/${job.id}`);
    expect(body).toMatchObject(outcomeOf(SMALL));
  });

  it("goes on after writes that the SDK has sent again because their answers were lost", async () => {
    const seller = await newSeller("DE");
    const { account, job } = await importUnderWay(seller);
    const removeStep = atEachCall(dynamo, (next, { commandName }) => async (args) => {
      const { Key } = args.input as { readonly Key?: object };
      const isOfJob = isDeepStrictEqual(Key, importKey(account, job.id));
      if (commandName === "UpdateItemCommand" && isOfJob) await next(args);
      return next(args);
    });
    await processAll([{ account, import_id: job.id, pass: 1 }]);
    removeStep();
    const { body } = await call<ImportView>(seller.readOnly, "GET", `/v1/imports/${job.id}`);
    expect(body).toMatchObject(expected);
  });

  it("reads a file anew that was read before, and nothing counts twice", async () => {
    const seller = await newSeller("DE");
    const { account, job } = await importUnderWay(seller, { file: SMALL_FILE });
    const file = { account, import_id: job.id, pass: 1 };
    await processAll([file, file, { ...file, pass: 0 }, file]);
    const { body } = await call<ImportView>(seller.readOnly, "GET", `/v1/imports/${job.id}`);
    expect(body).toMatchObject(outcomeOf(SMALL));
  });

  it("commits rows that were read while the role was spelled deemed_supplier", async () => {
    const seller = await newSeller("DE");
    const sale = makeSale({ supplier_role: "deemed_supplier" });
    const bytes = new TextEncoder().encode(JSON.stringify(sale));
    const file = { format: "events_ndjson", settings: { source_id: "shop" }, bytes };
    const { account, job } = await importUnderWay(seller, { file });
    const messages = await readImportFile({ account, import_id: job.id, pass: 1 });
    const part = partObject(account, job.id, 1);
    const before = String(await readText(part));
    const older = before.replace('"supplier_role":"deemed_supplier"', '"deemed_supplier":true');
    expect(older).not.toBe(before);
    await writeText(part, older);
    await processAll(messages);
    const { body } = await listed(seller);
    expect(body.items).toMatchObject([{ event_id: "sale-1", supplier_role: "deemed_supplier" }]);
  });

  it("gives an import up that keeps failing, and retry goes on where it was", async () => {
    const seller = await newSeller("DE");
    const { account, job } = await importUnderWay(seller, { file: SMALL_FILE });
    const lost = await readImportFile({ account, import_id: job.id, pass: 1 });
    const worker = importPartWorker();
    // A part that cannot be read.
    await writeText(partObject(account, job.id, 1), "{");
    const body = JSON.stringify(lost[0]);
    for (const receives of ["1", "5"]) {
      const attributes = { ApproximateReceiveCount: receives };
      const report = await worker({ Records: [{ messageId: "m", body, attributes }] });
      expect(report.batchItemFailures).toEqual([{ itemIdentifier: "m" }]);
      const status = receives === "5" ? "failed" : "importing";
      expect((await loadImportJob(account, job.id))?.state).toBe(status);
    }
    // Reading the file again writes its parts again.
    await moveImportJob(account, (await loadImportJob(account, job.id)) as ImportJob, {
      from: ["failed"],
      set: { state: "reading" },
    });
    expect(await controlled(seller, job.id, "retry")).toMatchObject({ error: null });
    expect(await overImport(seller, job.id)).toMatchObject(outcomeOf(SMALL));
  });
});

it("imports are listed, the newest first", async () => {
  const seller = await newSeller("DE");
  const [first, second] = [await newImport(seller, NOTHING), await newImport(seller, NOTHING)];
  const page = (query: string) => call<Page>(seller.readOnly, "GET", `/v1/imports?limit=1${query}`);
  const { body } = await page("");
  expect(body.items.map(({ id }) => id)).toEqual([second.id]);
  const rest = await page(`&cursor=${body.next_cursor}`);
  expect(rest.body).toMatchObject({ items: [{ id: first.id }], next_cursor: null });
});

describe("a request", () => {
  it.for([
    [{ ...NOTHING, format: "excel" }, ["format"]],
    [{ ...NOTHING, settings: { source_id: "a b" } }, ["source_id"]],
    [{ ...NOTHING, settings: { source_id: "a", surprise: 1 } }, ["settings.surprise"]],
    [{ ...NOTHING, bytes: new Uint8Array() }, ["size_bytes"]],
  ] as const)("that does not fit is 400 for its field: %#", async ([file, fields]) => {
    const { full } = await newSeller("DE");
    const { format, settings, bytes } = file;
    const answer = await call<Refusal>(full, "POST", "/v1/imports", {
      format,
      source_id: settings.source_id,
      settings,
      size_bytes: bytes.length,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field)).toEqual(fields);
  });
});
