import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { makeSale } from "../make/supply-event.ts";
import type { Account, Answer } from "../stack/api.ts";
import type { Faults } from "../stack/fault-proxy.ts";
import { retryOn503 } from "../stack/retry-on-503.ts";
import { soaking } from "../stack/soak.ts";
import { type ProxiedStack, startProxiedStack } from "./behind-proxies.ts";

/*
 * The table or the bucket is out of order. Whoever asks is told to come again, in the documented
 * form and before the function's time is up; afterwards nothing is half done or done twice.
 */
const PERIOD = "2025-Q3";
const BEFORE = "2025-Q2";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

let proxied: ProxiedStack;
let seller: Account;
type Call = <Body = Record<string, unknown>>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
) => Promise<Answer<Body>>;
let call: Call;

beforeAll(async () => {
  proxied = await startProxiedStack(seeded(7));
  const { callAt, newAccount } = await import("../stack/api.ts");
  call = (...request) => callAt(proxied.api.url, seller.full, ...request);
  seller = await newAccount("outage");
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2021-07-01",
    status: "active",
  };
  expect((await call("POST", "/v1/tax-registrations", registration)).status).toBe(201);
  expect((await call("POST", "/v1/supply-events", makeSale())).status).toBe(200);
});
afterAll(() => proxied.stop());

beforeEach(() => {
  proxied.dynamo.inject({});
  proxied.s3.inject({});
});

const summary = () => call("GET", `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
const commit = (event_id: string) => call("POST", "/v1/supply-events", makeSale({ event_id }));
const lock = (period = PERIOD) => call("POST", `${LOCKS}?period=${period}`);

async function expectNotReady(asked: Promise<Answer<Record<string, unknown>>>) {
  // The local gateway ends a function after its 29 s: an answer of ours was in time.
  const { status, body, headers } = await asked;
  expect([status, body["error"]]).toEqual([503, "not_ready"]);
  expect(headers.get("retry-after")).toBe("1");
}

// Before the outages, which use up the SDK's retry tokens.
describe("a table that fails once", () => {
  it("that does not answer once is asked again, also for a commit it has carried out", async () => {
    const before = (await summary()).body;
    const silent = proxied.dynamo.next("transaction", "silence");
    const committed = commit("silent");
    await silent;
    const unanswered = proxied.dynamo.next("read", "no_answer");
    const read = summary();
    await unanswered;
    expect((await committed).body).toMatchObject({ items: [{ status: "committed" }] });
    expect((await read).status).toBe(200);
    expect((await summary()).body["total_source_event_count"]).toBe(
      Number(before["total_source_event_count"]) + 1,
    );
  });

  it("a plain write that meets a running transaction is sent again", async () => {
    // Even if one write meets them all: the SDK sends it four times.
    const met = proxied.dynamo.next("write", "conflict", "conflict", "conflict");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        call("POST", "/v1/supply-events", makeSale({ event_id: `tag-${n}`, source_id: "till" })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await met;
  });
});

describe("a bucket", () => {
  const audit = async () => {
    const { auditLocks } = await import("../../shared/operations/audit/audit-locks.ts");
    return auditLocks(seller.account);
  };

  // The first of them: the client sends less and less again while nothing succeeds.
  it("that is silent, slow and failing: one lock, whole, and its links work", async () => {
    proxied.s3.inject({ slow_ms: 100 });
    const faults = proxied.s3.next("no_answer", "server_error");
    const locked = await lock(BEFORE);
    await faults;
    expect(locked.status, locked.text).toBe(201);
    const again = await retryOn503(() => lock(BEFORE));
    expect(again.body["error"], again.text).toBe("period_already_locked");
    proxied.s3.inject({ slow_ms: 30 });
    const { exports } = locked.body as { exports: { id: string; size_bytes: number }[] };
    for (const { id, size_bytes } of exports) {
      const { status, headers } = await call("GET", `${LOCKS}/exports/${id}`);
      expect(status).toBe(302);
      const file = await fetch(headers.get("location") ?? "");
      expect((await file.arrayBuffer()).byteLength).toBe(size_bytes);
    }
    expect(await audit()).toMatchObject({ locks: 1, exports: 6, faults: [] });
  });

  test.for([
    ["out of order", { server_error: 1 }],
    ["whose answers are lost", { lost_answer: 1 }],
    ...(soaking
      ? ([
          ["that asks to slow down", { throttle: 1 }],
          ["that never answers", { no_answer: 1 }],
        ] as const)
      : []),
  ] as const)("%s: 503 for a lock, and nothing more is locked", async ([, faults]) => {
    proxied.s3.inject(faults);
    await expectNotReady(lock());
    proxied.s3.inject({});
    expect(await audit()).toMatchObject({ locks: 1, exports: 6, faults: [] });
    expect((await summary()).status).toBe(200);
  });
});

// Last: an outage uses up the SDK's retry tokens (4 of 500 are left).
describe("a table", () => {
  const all = (fault: Faults): Faults => ({ ...fault, plain: fault });
  const outages: [string, Faults][] = [
    ["out of order", all({ server_error: 1 })],
    ["whose answers are lost", all({ lost_answer: 1 })],
    ["that throttles", all({ throttle: 1 })],
  ];
  // These take as long as they may.
  if (soaking) {
    outages.push(
      ["that never answers", all({ no_answer: 1 })],
      ["that carries out calls and never answers", all({ silence: 1 })],
      ["whose transactions are throttled", { throttle: 1 }],
      ["whose transactions are never answered", { no_answer: 1 }],
    );
  }

  test.for(outages)("%s: 503 for reads, commits and locks", async ([name, faults]) => {
    proxied.dynamo.inject(faults);
    const reads = faults.plain ? [summary()] : [];
    await Promise.all([...reads, commit(name), lock()].map(expectNotReady));
    proxied.dynamo.inject({});
    const { body } = await retryOn503(() => commit(name));
    expect(body).toMatchObject({ items: [{ event_id: name }] });
  });
});
