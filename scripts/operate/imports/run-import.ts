import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import type * as z from "zod";
import type { RowFinding } from "../../../shared/imports/jobs/part-report.ts";
import type { CreatedImport, ImportView } from "../../../shared/imports/jobs/schema.ts";
import { Failure } from "../../local/failure.ts";
import { apiCall } from "./api-call.ts";
import type { ImportArguments } from "./command-line.ts";
import type { ReachedApi } from "./reach-api.ts";

/** A finished import, and the findings of its rows. */
export type ImportResult = {
  readonly job: ImportView;
  readonly findings: readonly RowFinding[];
};

type Watch = (job: ImportView) => void;

/** Uploads the file, starts its import, and waits for its end. */
export async function runImport(
  api: ReachedApi,
  asked: ImportArguments,
  watch: Watch,
): Promise<ImportResult> {
  const { upload, id } = await requested(api, asked);
  const file = await openAsBlob(asked.file);
  const sent = await fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: file,
  });
  if (!sent.ok) throw new Failure(`the upload was refused (${sent.status}): ${await sent.text()}`);
  await apiCall(api, "POST", `/v1/imports/${id}/start`, { dry_run: asked.dry_run });
  const job = await finished(api, id, watch);
  return { job, findings: job.findings_ready ? await findingsOf(api, id) : [] };
}

async function requested(api: ReachedApi, asked: ImportArguments) {
  const { format, settings, on_conflict, file } = asked;
  const { size, sha256 } = await measured(file);
  if (size === 0) throw new Failure(`${file} is empty`);
  return apiCall<z.output<typeof CreatedImport>>(api, "POST", "/v1/imports", {
    format: format.name,
    source_id: settings.source_id,
    settings,
    on_conflict,
    size_bytes: size,
    sha256,
  });
}

async function measured(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

const AT_WORK: readonly ImportView["status"][] = ["reading", "checking", "importing"];

async function finished(api: ReachedApi, id: string, watch: Watch): Promise<ImportView> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const job = await apiCall<ImportView>(api, "GET", `/v1/imports/${id}`);
    watch(job);
    if (!AT_WORK.includes(job.status)) return job;
    await wait(pause);
  }
}

async function findingsOf(api: ReachedApi, id: string): Promise<RowFinding[]> {
  const csv = await apiCall<string>(api, "GET", `/v1/imports/${id}/findings`);
  const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
  return rows.map(({ row = "", outcome, reason = "", message = "", order_id }) => ({
    at: row,
    ...(order_id && { order_id }),
    outcome: outcome as RowFinding["outcome"],
    reason,
    message,
  }));
}
