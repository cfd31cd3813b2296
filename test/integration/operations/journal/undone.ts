import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import type { EventId } from "../../../../shared/core/ids.ts";
import type { ImportView } from "../../../../shared/imports/jobs/schema.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * What an undo of an import writes is what the service does; the same past the service is told, whether the stream has
 * written it down or not.
 */
describe("an import", () => {
  let api: ApiServer;
  const closing = new AsyncDisposableStack();
  beforeAll(async () => {
    api = await startApiHere();
    const { startWorkers } = await import("../../../../scripts/local/scheduled-jobs.ts");
    await startWorkers(closing, ({ queue }) => queue === "imports" || queue === "chunks");
  });
  afterAll(async () => {
    await closing.disposeAsync();
    await api.stop();
  });

  let seller: Account;
  let id: string;
  beforeEach(async () => {
    seller = await newAccount("undone");
    id = await imported([makeSale({ description: "of Ada" }), makeRefund()]);
  });

  async function ask<Body>(method: "GET" | "POST", path: string, body?: unknown): Promise<Body> {
    const answer = await callAt<Body>(api.url, seller.full, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function imported(events: readonly object[]): Promise<string> {
    const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    type Created = { id: string; upload: { url: string; headers: Record<string, string> } };
    const created = await ask<Created>("POST", "/v1/imports", {
      format: "events_ndjson",
      source_id: "erp",
      size_bytes: bytes.length,
    });
    const { url, headers } = created.upload;
    expect((await fetch(url, { method: "PUT", headers, body: bytes })).status).toBe(200);
    await moved(created.id, "start", "completed");
    return created.id;
  }

  async function moved(one: string, verb: string, status: ImportView["status"]): Promise<void> {
    const path = `/v1/imports/${one}`;
    const asked = verb === "start" ? {} : undefined;
    let view = await ask<ImportView>("POST", `${path}/${verb}`, asked);
    for (; view.finished_at === null; await wait(20)) view = await ask("GET", path);
    expect(view).toMatchObject({ status, error: null });
  }

  /** What the journal shows, all written by now. */
  async function faults(): Promise<string> {
    const { writeJournalHere } = await import("../../../../scripts/local/journal-here.ts");
    await writeJournalHere();
    const { verifyJournal } = await import(
      "../../../../shared/operations/journal/verify-journal.ts"
    );
    const { streamOfTable } = await import(
      "../../../../shared/operations/journal/store-journal-files.ts"
    );
    const question = { stream: await streamOfTable(), restored: false };
    const settle = async () => undefined;
    return (await verifyJournal({ ...question, account: seller.account, settle })).faults.join(
      "\n",
    );
  }

  const eventAt = async (event_id: string) =>
    (await import("../../../../shared/platform/table/keys.ts")).eventKey(
      seller.account,
      event_id as EventId,
    );
  const tampering = () => import("../../../stack/tampering.ts");

  it("that is undone is no finding, nor what comes in the place of its events", async () => {
    await moved(id, "undo", "undone");
    await ask("POST", "/v1/supply-events", { events: [makeSale({ vat_amount_minor: 1 })] });
    await imported([makeRefund()]);
    expect(await faults()).toBe("");
  });

  itInTurn(
    "that is undone is no finding when its file is imported again, a refund before its sale",
    async () => {
      const file = [
        makeRefund({ event_id: "b", original_event_id: "a" }),
        makeSale({ event_id: "a" }),
      ];
      await moved(await imported(file), "undo", "undone");
      await imported(file);
      expect(await faults()).toBe("");
    },
  );

  itInTurn("that nobody has undone keeps its events, however they go", async () => {
    const { itemAt, putItem, removeItem } = await tampering();
    const { undoneRecord } = await import("../../../../shared/ledger/events/re-evaluate.ts");
    const { recordOf } = await import("../../../../shared/ledger/events/store-events.ts");
    const item = await itemAt(await eventAt("sale-1"));
    const step = { at: new Date().toISOString(), key_id: String(item["commit_id"]) };
    const { undone, classification_history, ...said } = undoneRecord(recordOf(item), step);
    const { gsi1pk, gsi1sk, description, ...rest } = item;
    const { treatment, classification_status, classification_reasons } = said;
    await putItem({
      ...rest,
      ...{ treatment, classification_status, classification_reasons, classification_history },
      ...{ undone, entries: [], check_codes: [], version: Number(item["version"]) + 1 },
    });
    await removeItem(await eventAt("refund-1"));
    const found = await faults();
    expect(found).toMatch(/sale-1 EVENT: undone, and nobody has undone its import/);
    expect(found).toMatch(/refund-1 EVENT, .*: the event was removed/);
  });

  itInTurn("that was undone cannot be made one that was not", async () => {
    await moved(id, "undo", "undone");
    const { importUndoKey } = await import("../../../../shared/platform/table/keys.ts");
    const { removeItem, rewrite } = await tampering();
    await removeItem(importUndoKey(seller.account, id));
    await rewrite(await eventAt("sale-1"), (item) => void delete item["undone"]);
    const found = await faults();
    expect(found).toMatch(/IMPORT_UNDOS#.*the undo of an import was removed/);
    expect(found).toMatch(/sale-1 EVENT, .*: the event arrived with a history/);
  });
});
