import type { Context } from "aws-lambda";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { handler as commit } from "../../../functions/ledger/commit-supply-events.ts";
import { handler as summary } from "../../../functions/returns/get-quarterly-summary.ts";
import { issueKey, revokeKey } from "../../../scripts/operate/api-keys/keys.ts";
import { parseApiKey } from "../../../shared/api/authentication.ts";
import { isOfAccount, type RequestEvent, type Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import type { AccountId, AuthorId, EventId } from "../../../shared/core/ids.ts";
import { loadEventState } from "../../../shared/ledger/events/store-events.ts";
import { setAccountState } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { claimOf, withProof } from "../../../shared/platform/credentials/api-key.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, newAccount } from "../../stack/api.ts";
import { callHolder } from "../../stack/held-calls.ts";
import { keyIdOf } from "../../stack/key-parts.ts";

/* Keys that prove their account: the account is read at the same time as the key, and a key that has ended still ends. */
const seen: string[] = [];
const calls = callHolder(dynamo);
calls.next((operation, input) => {
  seen.push(`${operation} ${input}`);
  return false;
});

let acme: Account;
beforeAll(async () => {
  acme = await newAccount("proven");
  // The first sale of a month is noted, in a write of its own.
  await send(commit, acme.full, sale("first"));
});
afterEach(() => {
  seen.length = 0;
});

type Sent = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

async function send(handler: typeof commit | typeof summary, key: string, sent: Sent = {}) {
  const event = {
    headers: { "x-api-key": key, "content-type": "application/json", ...sent.headers },
    body: sent.body,
    queryStringParameters: handler === summary ? { period: "2025-Q3" } : undefined,
    requestContext: { requestId: "r", http: { method: handler === summary ? "GET" : "POST" } },
  } as unknown as RequestEvent;
  const { statusCode, body = "" } = (await handler(event, {} as Context)) as {
    readonly statusCode: number;
    readonly body?: string;
  };
  return { status: statusCode, body: JSON.parse(body) as { readonly error?: string } };
}

const sale = (event_id: string): Sent => ({ body: JSON.stringify(makeSale({ event_id })) });
const full = (): Promise<string> =>
  issueKey({ account: acme.account, scope: "full", mode: "live" }, new Date());
const ofKey = (key: string) => (operation: string, input: string) =>
  operation === "GetItem" && input.includes(keyIdOf(key));
const ofContext = (operation: string, input: string) =>
  operation === "BatchGetItem" && input.includes(acme.account);
const setState = (state: "suspended" | undefined) =>
  setAccountState(acme.account, state, new Date());
const isStored = async (id: string) =>
  (await loadEventState(acme.account, id as EventId)).event !== undefined;

/** Sends a request whose key is read after the account, and changes something before the key is read. */
async function heldAtItsKey(key: string, sent: Sent, meanwhile: () => Promise<unknown>) {
  const [read, context] = [calls.next(ofKey(key)), calls.next(ofContext)];
  const answer = send(commit, key, sent);
  await Promise.all([read.reached, context.reached]);
  context.release();
  await meanwhile();
  read.release();
  return answer;
}

describe("a live key that proves its account", () => {
  it("is read at the same time as what a sale needs", async () => {
    const answer = await heldAtItsKey(await full(), sale("at-once"), async () => {});
    expect(answer).toMatchObject({ status: 200 });
    expect(await isStored("at-once")).toBe(true);
  });

  it("is read at the same time as a summary", async () => {
    const key = await full();
    const [read, sums] = [calls.next(ofKey(key)), calls.next((name) => name === "Query")];
    const answer = send(summary, key);
    await Promise.all([read.reached, sums.reached]);
    for (const heldCall of [read, sums]) heldCall.release();
    expect((await answer).status).toBe(422);
  });

  it.for<[string, (key: string) => Promise<unknown>, object]>([
    ["revoked", (key) => revokeKey(keyIdOf(key), new Date(Date.now() - 1_000)), { status: 401 }],
    [
      "suspended",
      () => setState("suspended"),
      { status: 403, body: { error: "account_suspended" } },
    ],
  ])(
    "writes and returns nothing when it is %s, though all else is read",
    async ([name, end, expected]) => {
      const key = await full();
      expect(await heldAtItsKey(key, sale(`sale-${name}`), () => end(key))).toMatchObject(expected);
      await setState(undefined);
      expect(await isStored(`sale-${name}`)).toBe(false);
      expect(
        seen.filter((one) => one.startsWith("TransactWrite") && one.includes(`sale-${name}`)),
      ).toEqual([]);
    },
  );

  it("that has ended learns nothing about its request, and causes no read at its next call", async () => {
    const key = await full();
    await revokeKey(keyIdOf(key), new Date());
    seen.length = 0;
    expect(await send(commit, key, { body: "{" })).toMatchObject({ status: 401 });
    seen.length = 0;
    expect(await send(commit, key, sale("late"))).toMatchObject({ status: 401 });
    expect(seen).toHaveLength(1);
  });

  it("needs its scope", async () => {
    const answer = await send(commit, acme.readOnly, sale("read-only"));
    expect(answer).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    expect(await isStored("read-only")).toBe(false);
  });
});

it("is checked alongside a request only where the table is all that the request can change", () => {
  const others = [
    "artifacts",
    "imports",
    "sends",
    "seals",
    "mails",
    "signsIn",
    "operators",
  ] as const;
  const ahead = Object.values<Route>(routes).filter(({ keyProofs }) => keyProofs === "check");
  expect(ahead.length).toBeGreaterThan(5);
  expect(ahead.filter((row) => others.some((name) => row[name] !== undefined))).toEqual([]);
  expect(ahead.filter((row) => !isOfAccount(row))).toEqual([]);
});

describe("a forged proof", () => {
  const random = "r".repeat(43);
  const id = "0123456789abcdef" as AuthorId;
  const made = () => withProof(random, { keyId: id, account: "acme" as AccountId });

  it.for<[string, (key: string) => string]>([
    ["another account", (key) => key.replace(acme.account, "other")],
    ["no proof but an account", (key) => `vat_live_${keyIdOf(key)}_${random}${"x".repeat(20)}acme`],
    [
      "another random part",
      (key) => key.replace(/(?<=_.{16}_)./, (one) => (one === "a" ? "b" : "a")),
    ],
    ["another id", (key) => key.replace(keyIdOf(key), id)],
    ["the proof of another key", (key) => `vat_live_${keyIdOf(key)}_${made()}`],
  ])("with %s is rejected before anything is read", async ([, forge]) => {
    const forged = forge(await full());
    seen.length = 0;
    expect(await send(commit, forged, sale("forged"))).toMatchObject({
      status: 401,
      body: { error: "invalid_api_key" },
    });
    expect(seen).toEqual([]);
  });

  it("is one whose secret the stage has no more; a further secret checks older keys", () => {
    const before = process.env["KEY_PROOF_SECRETS"];
    const claim = () => claimOf({ mode: "live", keyId: id, secret });
    process.env["KEY_PROOF_SECRETS"] = "first";
    const secret = made();
    const statuses = ["first", "second first", "second", ""].map((secrets) => {
      process.env["KEY_PROOF_SECRETS"] = secrets;
      return claim().status;
    });
    process.env["KEY_PROOF_SECRETS"] = before;
    expect(statuses).toEqual(["proven", "proven", "forged", "none"]);
  });

  it("cannot be in a key without one, or in a test key", async () => {
    const test = await issueKey({ account: acme.account, scope: "full", mode: "test" }, new Date());
    const parsed = parseApiKey(test);
    expect(parsed?.secret).toHaveLength(43);
    expect(claimOf({ mode: "live", keyId: id, secret: random })).toEqual({ status: "none" });
    expect(claimOf({ mode: "test", keyId: id, secret: made() })).toEqual({ status: "none" });
  });
});
