import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { handler } from "../../../../functions/locks/lock-period.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { loadStableSums, loadSums } from "../../../../shared/ledger/sums/store-sums.ts";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { s3 } from "../../../../shared/platform/s3/client.ts";
import { loadChainHead, loadLocksOf } from "../../../../shared/returns/locks/store-locks.ts";
import { bookNamed } from "../../../make/book.ts";
import { type Account, call } from "../../../stack/api.ts";
import { type Answer, atEachCall } from "../../../stack/put-back.ts";
import { everyTurn, turn } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, current, listed, locked, postLock, sale, sellerWith } from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * The lock runs in this process, against the real engines; a middleware of the SDK's clients lets
 * it die at one step. Reads and the next lock go through HTTP, as another process.
 */
const PERIOD = "2025-Q3" as PeriodKey;
const BOOK = bookNamed(PERIOD);

let seller: Account;

beforeEach(async () => {
  seller = await sellerWith(sale());
});

afterEach(() => {
  removeSteps();
  vi.restoreAllMocks();
});

const steps: (() => void)[] = [];
function removeSteps(): void {
  for (const remove of steps.splice(0)) remove();
}

async function lockHere(): Promise<{ status: number | undefined; body: Record<string, unknown> }> {
  const event = {
    headers: { "x-api-key": seller.full },
    queryStringParameters: { period: PERIOD },
    requestContext: { requestId: "in-process" },
  };
  const invoke = handler as unknown as (event: object, context: object) => Promise<HttpResponse>;
  const { statusCode, body } = await invoke(event, {});
  return { status: statusCode, body: JSON.parse(body ?? "") };
}

type Command = "PutObjectCommand" | "QueryCommand" | "TransactWriteItemsCommand";

type Step = (send: () => Promise<Answer>, n: number) => Promise<Answer>;

/** Puts `step` in the place of the calls of `command`; they are counted from 1. */
function atEvery(command: Command, step: Step): void {
  let calls = 0;
  const client = command === "PutObjectCommand" ? s3 : dynamo;
  const remove = atEachCall(client, (next, { commandName }) => (args) => {
    if (commandName !== command || isOfOthers(args)) return next(args);
    calls += 1;
    return step(() => next(args), calls);
  });
  steps.push(remove);
}

type Asked = {
  readonly input: { readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> };
};

/** Whether locks, marks or excluded amounts are read: what is counted are the reads of a period's sums. */
const isOfOthers = (args: unknown): boolean =>
  /^(LOCKS|MARKS)#|^T#[^#]+#x/.test(
    String((args as Asked).input.ExpressionAttributeValues?.[":pk"]),
  );

/** The same for the `n`-th call alone. */
const atStep = (command: Command, n: number, step: Step): void =>
  atEvery(command, (send, call) => (call === n ? step(send, call) : send()));

class Killed extends Error {}

const killedBefore: Step = async () => {
  throw new Killed("before");
};
const killedAfter: Step = async (send) => {
  await send();
  throw new Killed("after");
};

const lostAnswer: Step = async (send) => {
  await send();
  throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
};

/** A request that dies answers 500 if at all, and says so in the log. */
async function expectDeath() {
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect((await lockHere()).status).toBe(500);
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  expect(lines.filter((line) => line.includes('"level":"ERROR"'))).toHaveLength(1);
}

async function expectNoLock(): Promise<void> {
  expect(await listed(seller, `?period=${PERIOD}`)).toEqual({ items: [], next_cursor: null });
  expect(await loadChainHead(seller.account)).toBeUndefined();
}

describe("a lock that dies before its snapshot is written", () => {
  // Six exports, and the snapshot.
  const steps = [1, 2, 3, 4, 5, 6, 7].flatMap((n): [string, Command, number, Step][] => [
    [`before file ${n}`, "PutObjectCommand", n, killedBefore],
    [`after file ${n}`, "PutObjectCommand", n, killedAfter],
  ]);
  // All in a soak; in `npm test` before one file and after another one, others at each turn.
  const isTried = ([name, , n]: (typeof steps)[number]) =>
    everyTurn || n === 1 + ((name.startsWith("before") ? turn : turn + 3) % 7);

  test.for([
    ...steps.filter(isTried),
    ["before the transaction", "TransactWriteItemsCommand", 1, killedBefore] as const,
  ])("%s: is not seen, and the next one succeeds", async ([, command, n, step]) => {
    atStep(command, n, step);
    await expectDeath();
    await expectNoLock();
    removeSteps();
    await locked(seller, PERIOD);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 1, exports: 6, faults: [] });
  });
});

it("a lock that lives is not seen before its last step", async () => {
  let reads = 0;
  const countRead: Step = async (send, n) => {
    // The seal comes after the last step.
    if (n === 8) return send();
    await expectNoLock();
    const sent = await send();
    await expectNoLock();
    reads += 1;
    return sent;
  };
  atEvery("PutObjectCommand", countRead);
  atEvery("TransactWriteItemsCommand", async (send) => {
    await expectNoLock();
    return send();
  });
  expect((await lockHere()).status).toBe(201);
  expect(reads).toBe(7);
});

describe("a lock whose snapshot was written", () => {
  it("is complete when the request failed afterwards, and the next request gets a conflict", async () => {
    atStep("TransactWriteItemsCommand", 1, killedAfter);
    await expectDeath();
    expect((await current(seller, PERIOD)).exports).toHaveLength(6);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 1, exports: 6, faults: [] });
    expect(await postLock(seller, PERIOD)).toMatchObject({
      status: 409,
      body: { error: "period_already_locked" },
    });
    expect((await locked(seller, "2025-Q2")).previous_sha256).not.toBeNull();
  });

  it("is known as its own when the answer was lost", async () => {
    atStep("TransactWriteItemsCommand", 1, lostAnswer);
    const { status, body } = await lockHere();
    expect(status).toBe(201);
    const [lock] = await loadLocksOf(seller.account, "union_oss", PERIOD);
    expect(lock?.sha256).toBe(body["sha256"]);
    expect(await loadChainHead(seller.account)).toMatchObject({ count: 1 });
  });
});

describe("a lock that meets another", () => {
  it("of the same quarter, after it has stored its files: 409, and the other's files count", async () => {
    atStep("TransactWriteItemsCommand", 1, async (send) => {
      await locked(seller, PERIOD);
      return send();
    });
    const { status, body } = await lockHere();
    expect([status, body["error"]]).toEqual([409, "period_already_locked"]);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 1, exports: 6, faults: [] });
  });

  itInTurn("of another quarter: is chained to it", async () => {
    atStep("TransactWriteItemsCommand", 1, async (send) => {
      await locked(seller, "2025-Q1");
      return send();
    });
    const { status, body } = await lockHere();
    expect(status).toBe(201);
    const other = await current(seller, "2025-Q1");
    expect([other.previous_sha256, body["previous_sha256"]]).toEqual([null, other.sha256]);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 2, exports: 12, faults: [] });
  });

  it("is tried again after a conflict", async () => {
    atStep("TransactWriteItemsCommand", 1, async () => {
      const reasons = [{ Code: "TransactionConflict" }, { Code: "None" }];
      const conflict = { message: "conflict", CancellationReasons: reasons, $metadata: {} };
      throw new TransactionCanceledException(conflict);
    });
    expect((await lockHere()).status).toBe(201);
    expect(await loadChainHead(seller.account)).toMatchObject({
      count: 1,
      last: { scheme_type: "union_oss", period_key: PERIOD },
    });
  });
});

describe("a quarter that is being written to", () => {
  /** Lets somebody write after each of the first `n` reads of the quarter's sums. */
  function afterReads(n: number, write: (read: number) => Promise<void>): { reads: number } {
    const seen = { reads: 0 };
    atEvery("QueryCommand", async (send, read) => {
      const answer = await send();
      seen.reads = read;
      if (read <= n) await write(read);
      return answer;
    });
    return seen;
  }

  const commitLate = (read: number) => commit(seller, sale({ event_id: `late-${read}` }));

  it("is read until two reads agree", async () => {
    const seen = afterReads(3, commitLate);
    const { status, body } = await lockHere();
    expect(status).toBe(201);
    // Five of the sums, one of the rows of imports that wait, and one of the imports of the bridge.
    expect(seen.reads).toBe(7);
    expect(body).toMatchObject({ total_source_event_count: 4 });
  });

  it("is locked with the bridge of its return, though an excluded sale came after its sums were read", async () => {
    const excluded = { event_id: "at-home", consumption_country: "SE", vat_rate_bps: 2_500 };
    const remove = atEachCall(dynamo, (next, { commandName }) => async (args) => {
      const { ExpressionAttributeValues } = (args as Asked).input;
      const isOfRows = /^IMPORT_OPEN#/.test(String(ExpressionAttributeValues?.[":pk"]));
      if (commandName === "QueryCommand" && isOfRows) {
        remove();
        await commit(seller, sale({ ...excluded, vat_amount_minor: 2_500 }));
      }
      return next(args);
    });
    expect(await lockHere()).toMatchObject({
      status: 201,
      body: { total_source_event_count: 1, excluded_source_event_count: 0 },
    });
    const { body } = await call<{ lines: { code: string; count: number }[]; unknown: unknown[] }>(
      seller.readOnly,
      "GET",
      `/v1/returns/union-oss/${PERIOD}/bridge`,
    );
    const late = await call(seller.readOnly, "GET", "/v1/supply-events/at-home");
    expect(late.body).toMatchObject({ exclusion_code: "classification_excluded" });
    expect(body.lines.find(({ code }) => code === "recorded")?.count).toBe(1);
    expect(body.lines.map(({ code }) => code)).not.toContain("domestic");
    expect(body.unknown.filter((gap) => JSON.stringify(gap).includes("recounted"))).toEqual([]);
  });

  it("is read again when somebody wrote and took it back: only the number of writes tells", async () => {
    const path = "/v1/supply-events/sale-1/classification";
    const thereAndBack = async () => {
      for (const classification_status of ["excluded", "classified"]) {
        const body = { classification_status, note: "there and back" };
        expect((await call(seller.full, "POST", path, body)).status).toBe(200);
      }
    };
    await thereAndBack();
    const seen = afterReads(1, thereAndBack);
    const before = sumsOf(await loadSums(seller.account, BOOK));
    expect(seen.reads).toBe(1);
    expect(sumsOf(await loadSums(seller.account, BOOK))).toEqual(before);
    removeSteps();

    const read = afterReads(1, thereAndBack);
    await loadStableSums(seller.account, BOOK);
    expect(read.reads).toBe(3);
  });

  /** Without the count of writes. */
  const sumsOf = (tallies: readonly RunningSum[]) =>
    tallies.map(({ key, amounts: { writes, ...sums } }) => ({ key, sums }));

  it("is not locked while it never comes to rest: 503, and nothing is locked", async () => {
    afterReads(Number.POSITIVE_INFINITY, commitLate);
    const { status, body } = await lockHere();
    expect([status, body["error"]]).toEqual([503, "not_ready"]);
    removeSteps();
    await expectNoLock();
  });
});
