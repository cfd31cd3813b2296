import { marshall } from "@aws-sdk/util-dynamodb";
import {
  createClients,
  createOrganisation,
} from "../../shared/accounts/people/manage-organisations.ts";
import { newSession } from "../../shared/accounts/people/session.ts";
import { saveCheckedRow } from "../../shared/accounts/people/store-board.ts";
import { insertSession, noteSignIn } from "../../shared/accounts/people/store-sessions.ts";
import { type Period, quarterOf } from "../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../shared/core/ids.ts";
import { type AuthorId, accountOf, type LedgerId, ledgerOf } from "../../shared/core/ids.ts";
import { counted } from "../../shared/ledger/commit/plan.ts";
import { itemOf } from "../../shared/ledger/events/store-events.ts";
import { tableName } from "../../shared/platform/dynamodb/client.ts";
import { NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { fillBySums } from "./fill.ts";
import { depthOf, unitsOf } from "./harness/call-counter.ts";
import { type Bench, goalRow, type Row, withCommas } from "./harness/subject.ts";
import { inMs } from "./harness/timing.ts";
import { recordOf, saleOf, seeded } from "./ledgers.ts";

const CLIENTS = 1_000;
const PERIODS = ["2024", "2025"].flatMap((year) => [1, 2, 3, 4].map((n) => `${year}-Q${n}`));
const EVENTS = 1_000_000;
/** Number of clients that have the events. */
const BUSY = 100;
const ROUNDS = 7;
/** Delay of each table call in milliseconds, so that calls sent together overlap. */
const HELD_MS = 100;

/**
 * Measures the board of a large practice over HTTP, before and after its clients have a million more events, written
 * with the items and sums that commits write.
 */
export async function measureBoard(bench: Bench): Promise<Row[]> {
  const { organisation, person, accounts } = await newPractice();
  const counting = await bench.startApiHere();
  const path = `/v1/organisations/${organisation}/board?limit=${CLIENTS * PERIODS.length}`;
  const show = async (url: string, headers: SessionHeaders) => {
    const response = await fetch(`${url}${path}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text;
  };
  const measure = async () => {
    // The events take longer than a token works.
    const headers = await signIn(person);
    return measured(
      bench,
      () => show(counting, headers),
      () => show(bench.url, headers),
    );
  };
  const before = await measure();
  for (const account of accounts.slice(0, BUSY)) {
    await writeCopies(bench.engine, account as LedgerId, EVENTS / BUSY);
    await fillBySums(account as LedgerId, "shop", EVENTS / BUSY);
  }
  const after = await measure();
  if (after.board !== before.board) throw new Error("the events have changed the board");
  const what = `board of ${withCommas(CLIENTS)} clients and ${PERIODS.length} periods`;
  const later = `${what}, after ${withCommas(EVENTS)} more events`;
  return [...boardRows(what, before), ...boardRows(later, after)];
}

type SessionHeaders = { readonly Authorization: string };

async function signIn(person: AuthorId): Promise<SessionHeaders> {
  const { session, tokens } = newSession(person, new Date());
  await insertSession(session);
  return { Authorization: `Bearer ${tokens.access}` };
}

type Measured = Awaited<ReturnType<typeof measured>>;

const boardRows = (what: string, { calls, depth, read, ms }: Measured): Row[] => [
  goalRow("boardCalls", `${what}: calls of the table`, calls, `${calls} (${depth} in turn)`),
  { what, measured: `${read} read units, ${inMs(ms, 0)}` },
];

/** Counts the calls of a warm request in this process, and times requests to the stack of the benchmark. */
async function measured(
  { takeCalls }: Bench,
  show: () => Promise<string>,
  showThere: () => Promise<string>,
) {
  const board = await show();
  const { items } = JSON.parse(board) as { readonly items: readonly unknown[] };
  if (items.length !== CLIENTS * PERIODS.length) throw new Error(`${items.length} rows`);
  takeCalls(HELD_MS);
  await show();
  const counted = takeCalls();
  const ms: number[] = [];
  await showThere();
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await showThere();
    ms.push(performance.now() - began);
  }
  return { board, calls: counted.length, depth: depthOf(counted), ...unitsOf(counted), ms };
}

/** Makes an organisation with an owner, and the rows of its board as a check writes them. */
async function newPractice() {
  const now = new Date();
  const person = await noteSignIn({ issuer: "https://bench.example", subject: "owner" }, now);
  const by = { person, now };
  const { id: organisation } = await createOrganisation("Practice", by);
  const names = Array.from({ length: CLIENTS }, (_, n) => ({ name: `Client ${n}` }));
  const accounts: string[] = [];
  for (const { client } of await createClients(organisation, names, by)) {
    await Promise.all(
      PERIODS.map((key) => saveRow(organisation, ledgerOf(client.account), key, now)),
    );
    accounts.push(client.account);
  }
  return { organisation, person, accounts };
}

const saveRow = (organisation: string, account: LedgerId, period_key: string, now: Date) =>
  saveCheckedRow(
    organisation,
    {
      account: accountOf(account),
      period_key: period_key as PeriodKey,
      scheme_type: "union_oss",
      registration_id: 1,
      member_state_identification: "SE",
      filing_due_date: (quarterOf(period_key) as Period).filingDueDate,
      data_complete: true,
      open_questions: 0,
      state: "open",
      filing_status: "ready",
      payment_status: null,
      prepared_at: now.toISOString(),
    },
    now,
  );

/** Number of items that BatchWriteItem takes. */
const BATCH = 25;
const NUMBER = "NUMBER";

/**
 * Writes events as copies of one batch, under ids of their own. The text of the batch is made once: a million events
 * through the SDK would take an hour.
 */
async function writeCopies(engine: string, account: LedgerId, count: number): Promise<void> {
  const dice = seeded(1);
  const items = Array.from({ length: BATCH }, (_, n) => {
    const record = recordOf({ ...saleOf("shop", n, dice), event_id: `copy-${n}-${NUMBER}` });
    return itemOf(account, counted(record, { boundaries: NO_BOUNDARIES }));
  });
  const puts = items.map((item) => ({
    PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
  }));
  const body = JSON.stringify({ RequestItems: { [tableName()]: puts } });
  for (let n = 0; n < count / BATCH; n += 1) {
    await writeBatch(engine, body.replaceAll(NUMBER, `${n}`));
  }
}

/** Sends a batch to the local engine, which checks no signature. */
async function writeBatch(engine: string, body: string): Promise<void> {
  const headers = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Target": "DynamoDB_20120810.BatchWriteItem",
    "X-Amz-Date": "20260101T000000Z",
    Authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  };
  const response = await fetch(engine, { method: "POST", headers, body });
  const text = await response.text();
  if (!response.ok || !text.includes('"UnprocessedItems":{}')) throw new Error(text);
}
