import type { Recorder } from "./recorder.ts";

/** An account with an import, and actions on the import that are not calls. */
export type Importing = {
  readonly key: string;
  /** Waits until no worker processes the import. */
  readonly settle: (id: string) => Promise<void>;
  /** Ends an import as if the service had given up. */
  readonly interrupt: (id: string) => Promise<void>;
};

const SALE = {
  event_id: "erp:4711",
  event_type: "sale",
  supply_date: "2026-08-03",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "FR",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 2_000,
  vat_rate_bps: 2_000,
  rate_category: "standard",
};

/** A sale, a refund that comes before it, and two invalid rows. */
const FILE = [
  { ...SALE, event_id: "erp:4711-r", event_type: "refund", original_event_id: "erp:4711" },
  SALE,
  { ...SALE, event_id: "erp:4712", currency: "EURO" },
  { ...SALE, event_id: "erp:4713", currency: "EURO" },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join("");

const BODY = {
  format: "events_ndjson",
  source_id: "erp",
  file_name: "october.ndjson",
  size_bytes: Buffer.byteLength(FILE),
};

/** Records an import that is checked and committed, and the other possible outcomes. */
export async function recordImports(
  recorder: Recorder,
  { key, settle, interrupt }: Importing,
): Promise<void> {
  await recorder.show("listImportFormats", "Every format");
  const created = await recorder.show("createImport", "Of supply events as NDJSON", {
    key,
    body: BODY,
  });
  const path = { id: String(created["id"]) };
  await recorder.refused("import_not_uploaded", "startImport", { key, path, body: {} });
  await upload(created);
  await recorder.show("startImport", "Look through the file only", {
    key,
    path,
    body: { dry_run: true },
  });
  await settle(path.id);
  await recorder.show("getImport", "When it has been looked through", { key, path });
  await recorder.prepare("startImport", { key, path, body: {} });
  await settle(path.id);
  await recorder.show("getImport", "When it is committed", { key, path });
  await recorder.show("downloadFindings", "Rows that were not simply taken", { key, path });
  await recorder.show("listImportRows", "Rows that were not simply taken", { key, path });
  await recorder.show("getImportBridge", "With a rejected row", { key, path });
  const ofSource = { key, query: { source_id: BODY.source_id } };
  await recorder.show("getSourceBridge", "Of one import", ofSource);
  await recorder.refused("import_state_conflict", "retryImport", { key, path });
  await recorder.prepare("commitSupplyEvents", {
    key,
    body: { events: [{ ...SALE, event_id: "erp:4712" }] },
  });
  await recorder.show("settleImportRow", "When its sale was entered by hand", {
    key,
    path,
    body: { row: "3", event_id: "erp:4712" },
  });
  await recorder.show("settleImport", "When its open rows are dealt with", { key, path });
  await recorder.show("undoImport", "Of a wrong file", { key, path });
  await settle(path.id);
  await recordInterruption(recorder, key, { settle, interrupt });
  await recorder.show("listImports", "All imports", { key });
  const query = { month: "2026-10" };
  await recorder.show("listMovements", "Of a seller who moves no goods", { key, query });
  await recorder.show("exportMovements", "Of a seller who moves no goods", { key, query });
  await recordWrongScheme(recorder, key);
  await recordUploadLinks(recorder, key, settle);
}

/** Records a registration that was entered under a wrong scheme, and the right one. */
async function recordWrongScheme(recorder: Recorder, key: string): Promise<void> {
  const days = { effective_from: "2026-01-01", status: "active" };
  const union = { scheme_type: "union_oss", member_state_identification: "SE", ...days };
  const wrong = { ...union, scheme_type: "non_union_oss" };
  await recorder.prepare("createRegistration", { key, body: wrong });
  await recorder.show("replaceRegistration", "The scheme was wrong", {
    key,
    path: { id: "1" },
    body: union,
  });
}

/** Records a link by which a client sends a file. */
async function recordUploadLinks(
  recorder: Recorder,
  key: string,
  settle: Importing["settle"],
): Promise<void> {
  const { link, id } = await recorder.show("createUploadLink", "For a client's export", {
    key,
    body: { source_id: "erp", period_key: "2026-Q3", days: 10, max_files: 2 },
  });
  const token = String(link).split("#upload=")[1] ?? "";
  await recorder.show("openUploadLink", "As the page shows it", { body: { token } });
  const file = {
    file_name: "q3.ndjson",
    size_bytes: BODY.size_bytes,
    sha256: await sha256Of(FILE),
  };
  const announced = await recorder.show("announceUpload", "The export of a shop", {
    body: { token, ...file },
  });
  const path = { id: String(announced["id"]) };
  await recorder.refused("import_not_uploaded", "receiveUpload", { path, body: { token } });
  await upload(announced);
  await recorder.show("receiveUpload", "A file that can be read", { path, body: { token } });
  await settle(path.id);
  await recorder.show("listUploadLinks", "With a received file", { key });
  await recorder.show("revokeUploadLink", "No longer wanted", { key, path: { id: String(id) } });
  await recorder.refused("link_ended", "openUploadLink", { body: { token } });
}

async function recordInterruption(
  recorder: Recorder,
  key: string,
  { settle, interrupt }: Pick<Importing, "settle" | "interrupt">,
): Promise<void> {
  const created = await recorder.show("createImport", "With the hash of the file", {
    key,
    body: { ...BODY, sha256: await sha256Of(FILE) },
  });
  const path = { id: String(created["id"]) };
  await upload(created);
  await interrupt(path.id);
  await recorder.show("retryImport", "After an interruption", { key, path });
  await settle(path.id);
  const other = await recorder.show("createImport", "That is given up", { key, body: BODY });
  const given_up = { id: String(other["id"]) };
  await recorder.show("cancelImport", "Before its file is uploaded", { key, path: given_up });
}

async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}

async function upload(created: Record<string, unknown>): Promise<void> {
  const { url, method, headers } = created["upload"] as {
    url: string;
    method: string;
    headers: Record<string, string>;
  };
  const { ok, status } = await fetch(url, { method, headers, body: FILE });
  if (!ok) throw new Error(`the upload was refused: ${status}`);
}
