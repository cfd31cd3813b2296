import { expect } from "vitest";
import type * as z from "zod";
import type { CreatedImport, ImportView } from "../../shared/imports/jobs/schema.ts";
import { type Account, call } from "./api.ts";
import { lookUntil } from "./look-until.ts";

type Created = z.output<typeof CreatedImport>;

/** A file to import, and how. */
export type ImportFile = {
  readonly format: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  readonly dry_run?: boolean;
  readonly on_conflict?: "ask" | "adjust";
};

/** Imports a file through HTTP as a caller does, and returns when the import is over. */
export async function importedFile(account: Account, file: ImportFile): Promise<ImportView> {
  const { id } = await uploadedFile(account, file);
  await controlled(account, id, "start", { dry_run: file.dry_run ?? false });
  return overImport(account, id);
}

/** An import whose file is there, and that is not started. */
export async function uploadedFile(account: Account, file: ImportFile): Promise<Created> {
  const created = await newImport(account, file);
  const { url, method, headers } = created.upload;
  const sent = await fetch(url, { method, headers, body: Buffer.from(file.bytes) });
  expect(sent.status, await sent.text()).toBe(200);
  return created;
}

export async function newImport(
  { full }: Account,
  { format, settings, bytes, on_conflict }: ImportFile,
): Promise<Created> {
  const { status, body, text } = await call<Created>(full, "POST", "/v1/imports", {
    format,
    source_id: settings["source_id"],
    settings,
    ...(on_conflict && { on_conflict }),
    size_bytes: bytes.length,
  });
  expect(status, text).toBe(201);
  return body;
}

/** Does something with an import that must be accepted. */
export async function controlled(
  { full }: Account,
  id: string,
  verb: "start" | "cancel" | "retry" | "undo" | "settle",
  body?: unknown,
): Promise<ImportView> {
  const path = `/v1/imports/${id}/${verb}`;
  const answer = await call<ImportView>(full, "POST", path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const AT_WORK: readonly ImportView["status"][] = ["reading", "checking", "importing", "undoing"];

/** The import when nobody is at work on it any more. */
export async function overImport(account: Account, id: string): Promise<ImportView> {
  return lookUntil(async () => {
    const { body } = await call<ImportView>(account.readOnly, "GET", `/v1/imports/${id}`);
    return AT_WORK.includes(body.status) ? undefined : body;
  });
}

/** The lines of an import's file of findings. */
export async function findingsOf({ readOnly }: Account, id: string): Promise<string[]> {
  const { status, headers, text } = await call(readOnly, "GET", `/v1/imports/${id}/findings`);
  expect(status, text).toBe(302);
  const response = await fetch(headers.get("location") ?? "");
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split("\r\n");
}
