import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { ApiServer } from "../../scripts/local/api-server.ts";
import type {
  JournalRecord,
  StreamRecord,
} from "../../shared/operations/journal/journal-record.ts";
import { makeRefund, makeSale } from "../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../stack/api.ts";
import { startApiHere } from "../stack/api-here.ts";
import { type CallGate, startCallGate } from "../stack/call-gate.ts";
import { journalOfOwn } from "../stack/journal-of-own.ts";
import { startCommand } from "../stack/run-stack.ts";
import { report, soakLength } from "../stack/soak.ts";
import { tableOfOwn } from "../stack/table-of-own.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";
import { diesAt } from "./killed-workers.ts";

/*
 * Three accounts are written to, and the writer of the journal dies (kill -9) at one of its puts, in turn before the file is
 * stored and after: of a batch some files are there and others not. The next one begins like every stack that is started.
 * In the end each change of the stream that the journal keeps is told once, as the stream has it, and the replay of the
 * files is the table.
 */
const ROUNDS = soakLength("ROUNDS", 60);
const SELLERS = 3;

const folder = temporaryFolder();
const closing = new AsyncDisposableStack();
let api: ApiServer;
let gate: CallGate;
let sellers: Account[];

beforeAll(async () => {
  await tableOfOwn();
  gate = await startCallGate(await journalOfOwn(folder, closing));
  closing.defer(gate.close);
  api = await startApiHere();
  sellers = await Promise.all(Array.from({ length: SELLERS }, () => newAccount("journaled")));
});
afterAll(async () => {
  await api.stop();
  await closing.disposeAsync();
});

const writer = () =>
  startCommand("test/crash/journal-writer.ts", [], "none", {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] ?? "",
    AWS_ENDPOINT_URL_S3: gate.endpoint,
  });

/** New changes of every account, and changes of what there is. */
async function write(round: number): Promise<void> {
  for (const { full } of sellers) {
    const sale = makeSale({ event_id: `sale-${round}` });
    const refund = makeRefund({ event_id: `refund-${round}`, original_event_id: sale.event_id });
    const body = { events: [sale, refund] };
    const { status, text } = await callAt(api.url, full, "POST", "/v1/supply-events", body);
    expect(status, text).toBe(200);
    const note = { classification_status: round % 2 ? "classified" : "excluded", note: "again" };
    const path = "/v1/supply-events/sale-0/classification";
    expect((await callAt(api.url, full, "POST", path, note)).status).toBe(200);
  }
}

/** The changes that the journal is to have, by their numbers, as the stream tells them. */
async function changesOfStream(): Promise<string[]> {
  const { changesSince, streamArnOfTable } = await import("../../scripts/local/table-stream.ts");
  const { recordOfChange } = await import("../../shared/operations/journal/journal-record.ts");
  const { isJournaled } = await import("../../shared/operations/journal/journal-file.ts");
  const { canonicalText } = await import("../../shared/core/hash.ts");
  const pages = await Array.fromAsync(changesSince((await streamArnOfTable()) ?? ""));
  return (pages.flat() as StreamRecord[])
    .map(recordOfChange)
    .filter(({ pk }) => isJournaled(pk))
    .filter(({ old, new: now }) => !(old && now && canonicalText(old) === canonicalText(now)))
    .map(nameOf)
    .sort();
}

const nameOf = ({ seq, op, pk, sk }: JournalRecord): string => `${seq} ${op} ${pk} ${sk}`;

/** What the files hold, line by line; a batch that was begun twice is in some of them twice. */
async function changesOfFiles() {
  const { listJournalFiles, readJournalFile } = await import(
    "../../shared/operations/journal/store-journal-files.ts"
  );
  const { placeOfFile, recordsIn } = await import(
    "../../shared/operations/journal/journal-file.ts"
  );
  const { sha256Of } = await import("../../shared/core/hash.ts");
  const files = await listJournalFiles();
  const lines: string[] = [];
  for (const { key } of files) {
    const place = placeOfFile(key);
    const text = (await readJournalFile(key))?.text ?? "";
    lines.push(...((place && recordsIn(place, text, sha256Of)) ?? []).map(nameOf));
  }
  return { files: files.length, lines };
}

async function audit() {
  const { verifyJournal } = await import("../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import("../../shared/operations/journal/store-journal-files.ts");
  const stream = await streamOfTable();
  return verifyJournal({ stream, restored: false, settle: async () => undefined });
}

const isPut = (_: string, __: string, method: string): boolean => method === "PUT";

it(
  "each change is told once, wherever the writer died",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await write(round);
      const death = { at: 1 + (round % SELLERS), isCarriedOut: round % 2 === 1 };
      expect(await diesAt(death, gate, writer, isPut)).toBe(true);
    }
    expect(await writer().ended).toMatchObject({ code: 0 });
    const changes = await changesOfStream();
    const { files, lines } = await changesOfFiles();
    expect([...new Set(lines)].sort()).toEqual(changes);
    expect(await audit()).toMatchObject({ changes: changes.length, faults: [] });
    report(
      `journal-kill: ${ROUNDS} deaths at puts of files, ${changes.length} changes of ${SELLERS} accounts, each told once; ` +
        `${lines.length} lines in ${files} files, ${lines.length - changes.length} of them again`,
    );
    expect(changes.length).toBeGreaterThanOrEqual(ROUNDS * SELLERS * 3);
  },
  600_000 + ROUNDS * 60_000,
);
