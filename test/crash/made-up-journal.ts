import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { stateFile } from "../../scripts/operate/state-file.ts";
import { canonicalText, sha256Of } from "../../shared/core/hash.ts";
import type { EventId } from "../../shared/core/ids.ts";
import {
  type JournalPartition,
  partitionsLike,
} from "../../shared/operations/journal/journal-file.ts";
import { type AttributeMap, coveredItem } from "../../shared/operations/journal/journal-record.ts";
import {
  type JournalAudit,
  verifyJournal,
} from "../../shared/operations/journal/verify-journal.ts";
import { dynamo } from "../../shared/platform/dynamodb/client.ts";
import { s3 } from "../../shared/platform/s3/client.ts";
import { eventKey } from "../../shared/platform/table/keys.ts";
import { ACCOUNT, idOf, MadeUpLedger } from "./made-up-ledger.ts";

/*
 * A process that verifies partitions of the journal of a made-up ledger, one after the other, with a file of their results,
 * and kills itself (kill -9) at a file of the journal: MADE_UP is {events, of, only?, file?, kill_at?}.
 */
const asked = JSON.parse(process.env["MADE_UP"] ?? "{}") as {
  readonly events: number;
  readonly of: number;
  /** The one partition to verify; all of them by default. */
  readonly only?: number;
  readonly file?: string;
  readonly kill_at?: number;
};

const typed = (item: object) => marshall(item, { removeUndefinedValues: true });

const LINES = 500;
const STREAM = "20260101000000000";
const ID = "@@@@@@@@" as EventId;
const SEQ = "@seq@";

process.env["TABLE_NAME"] = "made-up";
process.env["JOURNAL_BUCKET_NAME"] = "made-up";
const ledger = new MadeUpLedger(asked.events);
const models = new Map<string, string>();

/** The line of the n-th event, of which one in a kind and day was made in full. */
function lineOf(n: number): string {
  const name = `${ledger.dayOf(n)} ${n % 8}`;
  const model = models.get(name) ?? canonicalText(changeOf(n));
  models.set(name, model);
  return model.replaceAll(ID, idOf(n)).replace(SEQ, String(n + 1));
}

function changeOf(n: number) {
  const item = typed(ledger.itemOf(n, ID)) as unknown as AttributeMap;
  const at = "2025-10-01T00:00:00.000Z";
  const change = { at, op: "INSERT", ...eventKey(ACCOUNT, ID), seq: SEQ };
  return { ...change, new: coveredItem(item, sha256Of) };
}

const bodyOf = (first: number): string => {
  const last = Math.min(first + LINES, asked.events);
  return Array.from({ length: last - first }, (_, at) => `${lineOf(first + at)}\n`).join("");
};

/** The files that were listed and not read yet. */
const listed = new Map<number, string>();

function keyOf(first: number): string {
  const [from, to] = [first + 1, Math.min(first + LINES, asked.events)];
  const numbers = [from, to].map((seq) => String(seq).padStart(40, "0")).join("-");
  const body = bodyOf(first);
  listed.set(first, body);
  return `${ACCOUNT}/${STREAM}/${numbers}-${sha256Of(body).slice(0, 16)}.ndjson`;
}

/** Each file is read once, or again for a difference. */
function bodyListed(first: number): string {
  const body = listed.get(first) ?? bodyOf(first);
  listed.delete(first);
  return body;
}

const FILES_A_PAGE = 20;
let files = 0;

async function fromBucket({ input, constructor: { name } }: { readonly input: object }) {
  const { Prefix, ContinuationToken, Key } = input as Readonly<Record<string, string | undefined>>;
  if (name === "ListObjectVersionsCommand") {
    throw Object.assign(new Error("no versions"), { name: "NotImplemented" });
  }
  if (name === "GetObjectCommand") {
    files += 1;
    if (files === asked.kill_at) process.kill(process.pid, "SIGKILL");
    const first = Number(/\/0*(\d+)-[^/]*$/.exec(Key ?? "")?.[1]) - 1;
    return { Body: { transformToByteArray: async () => Buffer.from(bodyListed(first)) } };
  }
  if (Prefix !== `${ACCOUNT}/`) return {};
  const from = Number(ContinuationToken ?? 0);
  const to = Math.min(from + LINES * FILES_A_PAGE, asked.events);
  const Contents = [];
  for (let first = from; first < to; first += LINES) Contents.push({ Key: keyOf(first) });
  return { Contents, ...(to < asked.events ? { NextContinuationToken: String(to) } : {}) };
}

async function fromTable({ input, constructor: { name } }: { readonly input: object }) {
  const { IndexName, ExpressionAttributeValues, RequestItems, Limit } = input as {
    readonly IndexName?: string;
    readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S: string }>>;
    readonly RequestItems?: Readonly<Record<string, { Keys: { pk: { S: string } }[] }>>;
    readonly Limit?: number;
  };
  if (name === "BatchGetItemCommand") {
    const prefix = eventKey(ACCOUNT, "" as EventId).pk;
    const numbers = (RequestItems?.["made-up"]?.Keys ?? []).map(({ pk }) =>
      Number(pk.S.slice(prefix.length)),
    );
    const items = numbers.map((n) => (JSON.parse(lineOf(n)) as { readonly new: object }).new);
    return { Responses: { "made-up": items } };
  }
  const pk = ExpressionAttributeValues?.[":pk"]?.S ?? "";
  if (!IndexName || !pk.startsWith("E#")) return {};
  const start = (input as { readonly ExclusiveStartKey?: { readonly id: string } })
    .ExclusiveStartKey;
  const from = start ? `01#${start.id}` : "01#";
  const page = ledger.page({ ":pk": pk, ":from": from, ":to": "99$" }, Limit ?? 1_000);
  const last = String(page.Items.at(-1)?.["pk"]).split("#").at(-1);
  return {
    Items: page.Items.map(typed),
    ...(page.LastEvaluatedKey ? { LastEvaluatedKey: { id: last } } : {}),
  };
}

Object.assign(dynamo, {
  send: async (command: { readonly input: object }) => ledger.send(command),
});
Object.assign(s3, { send: fromBucket });
Object.assign(DynamoDBClient.prototype, { send: fromTable });

const file = stateFile(asked.file, (json) => json as readonly JournalAudit[]);
const audits = [...(file.resumeFrom ?? [])];
const resumed = audits.length;
const began = performance.now();
const all = partitionsLike({ number: 1, of: asked.of });
const wanted = asked.only === undefined ? all : all.slice(asked.only - 1, asked.only);
let longest = 0;
for (const partition of wanted.slice(resumed) as readonly JournalPartition[]) {
  const start = performance.now();
  const question = { account: ACCOUNT, stream: "9".repeat(17), restored: false, partition };
  audits.push(await verifyJournal({ ...question, settle: async () => undefined }));
  file.save(() => audits, true);
  longest = Math.max(longest, performance.now() - start);
}
const sum = (of: (audit: JournalAudit) => number) =>
  audits.reduce((all, audit) => all + of(audit), 0);
console.log(
  JSON.stringify({
    changes: sum(({ changes }) => changes),
    items: sum(({ items }) => items),
    faults: audits.flatMap(({ faults }) => faults).slice(0, 5),
    resumed,
    longest_ms: Math.round(longest),
    seconds: Math.round((performance.now() - began) / 1_000),
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }),
);
