import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import { acceptInvitation, invite } from "../../../shared/accounts/people/manage-organisations.ts";
import { type Period, periodNamed } from "../../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { newBulkJob } from "../../../shared/filing/bulk/bulk-job.ts";
import { resumeBulkJobs } from "../../../shared/filing/bulk/run-bulk-job.ts";
import { saveBulkJob } from "../../../shared/filing/bulk/store-bulk-jobs.ts";
import { type ImportJob, NO_COUNTS } from "../../../shared/imports/jobs/job.ts";
import {
  listImportJobs,
  loadImportJob,
  markImportPart,
} from "../../../shared/imports/jobs/store-jobs.ts";
import { commitSentFiles } from "../../../shared/imports/upload-links/sent-files.ts";
import { call } from "../../stack/api.ts";
import { importedFile } from "../../stack/imports.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { newPerson, newPractice } from "../../stack/people.ts";
import { sentTo } from "../../stack/sent-messages.ts";
import { sentFile, tokenOf } from "../../stack/upload-links.ts";

type Result = { readonly result: string; readonly error: string | null };
type Job = { readonly id: string; readonly state: string; readonly results: readonly Result[] };
type Row = {
  readonly period_key: string;
  readonly filing_status: string | null;
  readonly payable_vat_minor: number | null;
  readonly files_asked: number;
  readonly files_received: number;
};

const SALES = Buffer.from(
  [
    "event_id,event_type,supply_date,supply_kind,customer_type,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,rate_category",
    "o-1,sale,2026-02-03,goods,b2c,SE,FR,EUR,100.00,20.00,20,standard",
  ].join("\n"),
);

/** A practice with a Swedish client, and what its owner and its viewer ask of it. */
async function newClient() {
  const [owner, viewer] = [await newPerson("owner"), await newPerson("viewer")];
  const { id, account } = await newPractice(owner);
  const { token } = await invite(id, { role: "viewer" }, { person: owner.id, now: new Date() });
  await acceptInvitation(token, { person: viewer.id, now: new Date() });
  const at = owner.at(account as LedgerId);
  await call(undefined, "PUT", "/v1/account", { establishment_country: "SE" }, at);
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2026-01-01",
    status: "active",
  };
  await call(undefined, "POST", "/v1/tax-registrations", registration, at);
  const jobs = `/v1/organisations/${id}/bulk-jobs`;
  const outcome = async (action: string, { session } = owner): Promise<string | undefined> => {
    const returns = [{ account, scheme_type: "union_oss", period_key: "2026-Q1" }];
    const made = await call<Job>(undefined, "POST", jobs, { action, returns }, session);
    const path = `${jobs}/${made.body.id}`;
    const job = () => call<Job>(undefined, "GET", path, undefined, session);
    const results = await vi.waitUntil(
      async () => {
        const { body } = await job();
        return body.state === "ended" ? body.results : undefined;
      },
      { timeout: 60_000 },
    );
    return results[0]?.error ?? results[0]?.result;
  };
  const link = async (period_key: string): Promise<string> => {
    const body = { source_id: "shop", period_key };
    const made = await call<{ link: string }>(undefined, "POST", "/v1/upload-links", body, at);
    expect(made.status, made.text).toBe(201);
    return tokenOf(made.body);
  };
  const row = async () => {
    const board = `/v1/organisations/${id}/board?period_key=2026-Q1`;
    const { body } = await call<{ items: Row[] }>(undefined, "GET", board, undefined, {
      ...owner.session,
    });
    return body.items[0];
  };
  return { account: account as LedgerId, at, viewer, outcome, link, row };
}

it("files that a client has sent are committed in bulk, once, and the board has the return at the end", async () => {
  const { viewer, outcome, link, row } = await newClient();
  expect(await outcome("import")).toBe("not_found");
  const token = await link("2026-Q1");
  expect(await outcome("check")).toBe("done");
  expect(await row()).toMatchObject({ files_asked: 1, files_received: 0, payable_vat_minor: 0 });
  await sentFile(token, "notes.txt", Buffer.from("no orders at all\n"));
  expect(await outcome("import")).toBe("import_state_conflict");
  await sentFile(token, "sales.csv", SALES);
  expect(await outcome("import", viewer)).toBe("insufficient_role");
  expect(await outcome("import")).toBe("done");
  const imported = { filing_status: "ready", payable_vat_minor: 2_000, files_received: 2 };
  expect(await row()).toMatchObject(imported);
  expect(await outcome("import")).toBe("unchanged");
  expect(await row()).toMatchObject(imported);
});

it("a file of a month is of its quarter, and one of another quarter is not", async () => {
  const { outcome, link, row } = await newClient();
  await sentFile(await link("2026-Q2"), "later.csv", SALES);
  expect(await outcome("import")).toBe("not_found");
  await sentFile(await link("2026-02"), "february.csv", SALES);
  expect(await outcome("import")).toBe("done");
  expect(await row()).toMatchObject({ files_asked: 1, files_received: 1 });
});

it("a job whose worker was killed is enqueued when the stack starts again, and an ended one is not", async () => {
  const organisation = `or_${randomBytes(8).toString("hex")}`;
  const returns = [{ account: "shop", scheme_type: "union_oss", period_key: "2026-Q1" }];
  const newJob = () =>
    newBulkJob(organisation, { action: "check", returns } as never, {
      person: "pn_1" as AuthorId,
      now: new Date(),
    });
  const [left, ended] = [newJob(), newJob()];
  await saveBulkJob(left);
  await saveBulkJob({ ...ended, ended_at: ended.requested_at });
  // The workers run in another process, so nobody takes the message.
  using sent = sentTo<{ readonly organisation: string; readonly job: string }>("bulk");
  await resumeBulkJobs(organisation);
  expect(sent.take().filter((message) => message.organisation === organisation)).toEqual([
    { organisation, job: left.job },
  ]);
});

it("a commit that has begun is not enqueued again while the job waits for it", async () => {
  const { account, link } = await newClient();
  await sentFile(await link("2026-Q1"), "sales.csv", SALES);
  const [sent] = await listImportJobs(account, 1);
  await vi.waitUntil(
    async () => (await loadImportJob(account, sent?.id ?? ""))?.state === "checked",
    {
      timeout: 60_000,
    },
  );
  using imports = sentTo("imports");
  const enqueued = () => imports.take().filter((message) => message.account === account).length;
  const quarter = periodNamed("2026-Q1") as Period;
  const commits = async () => commitSentFiles(account, quarter, new Date().toISOString());
  // The workers run in another process, so nobody takes the message.
  expect([await commits(), enqueued()]).toEqual(["in progress", 1]);
  expect([await commits(), enqueued()]).toEqual(["in progress", 1]);
  const job = (await loadImportJob(account, sent?.id ?? "")) as ImportJob;
  await markImportPart(account, job, 1, NO_COUNTS);
  expect([await commits(), enqueued()]).toEqual(["in progress", 0]);
});

it("a nil return with rows that may be of its period is refused in bulk, and locked one by one", async () => {
  const { account, at, outcome } = await newClient();
  const full = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  noteSecrets([secretOf(full)]);
  const { open_rows } = await importedFile(
    { account, full, readOnly: full },
    {
      format: "events_ndjson",
      settings: { source_id: "shop" },
      bytes: Buffer.from('{"event_id":"undated"}\n'),
    },
  );
  expect(open_rows).toEqual([{ month: null, row_count: 1 }]);
  expect(await outcome("lock")).toBe("return_not_ready");
  const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q1";
  expect((await call(undefined, "POST", path, undefined, at)).status).toBe(201);
});

it("a nil return is locked in bulk, but not while files of its period were asked for and none came", async () => {
  const { at, outcome, link, row } = await newClient();
  await link("2026-02");
  expect(await outcome("check")).toBe("done");
  expect(await row()).toMatchObject({ files_asked: 1, files_received: 0 });
  expect(await outcome("lock")).toBe("files_awaited");
  // One by one it is the filer's decision.
  const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q1";
  expect((await call(undefined, "POST", path, undefined, at)).status).toBe(201);
  expect(await outcome("lock")).toBe("unchanged");

  const other = await newClient();
  await other.link("2026-Q2");
  await sentFile(await other.link("2026-Q1"), "notes.txt", Buffer.from("no sales\n"));
  expect(await other.outcome("lock")).toBe("done");
});
