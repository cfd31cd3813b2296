import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, test } from "vitest";
import { endSessionsOf } from "../../../../shared/accounts/people/manage-sessions.ts";
import {
  isOpenedBy,
  newSession,
  parseToken,
  renewed,
  StoredSession,
  secretHash,
} from "../../../../shared/accounts/people/session.ts";
import { renewSession } from "../../../../shared/accounts/people/sign-in.ts";
import {
  endSession,
  insertSession,
  loadSession,
} from "../../../../shared/accounts/people/store-sessions.ts";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { MemoryTable } from "../../../stack/memory-table.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const made = newSession("pe_0123456789abcdef01234567" as AuthorId, NOW);
const tokenOf = (kind: "session" | "refresh", text: string) => {
  const token = parseToken(kind, text);
  if (!token) throw new Error(`not the form of a token: ${kind}`);
  return token;
};
const access = tokenOf("session", made.tokens.access);
const refresh = tokenOf("refresh", made.tokens.refresh);

describe("an access token", () => {
  test.for([
    ["at once", 0, true],
    ["a second before fifteen minutes", 899, true],
    ["after fifteen minutes", 900, false],
  ] as const)("%s opens its session: %s", ([, seconds, opens]) => {
    expect(isOpenedBy(made.session, access, later(seconds))).toBe(opens);
  });

  it("opens no session that has ended, and none with another secret or the refresh token's", () => {
    const ended: StoredSession = { ...made.session, ended_at: NOW.toISOString() };
    expect(isOpenedBy(ended, access, NOW)).toBe(false);
    expect(isOpenedBy(made.session, { ...access, secret: "x".repeat(43) }, NOW)).toBe(false);
    expect(isOpenedBy(made.session, refresh, NOW)).toBe(false);
    expect(parseToken("session", made.tokens.refresh)).toBeUndefined();
  });

  it("is stored as a hash alone", () => {
    const stored = JSON.stringify(made.session);
    expect(stored).not.toContain(access.secret);
    expect(stored).not.toContain(refresh.secret);
  });
});

describe("a refresh token", () => {
  const first = renewed(made.session, refresh, later(600));
  if (first.outcome !== "renewed") throw new Error("not renewed");
  const next = first.made;

  it("renews its session with two other tokens, and the former access token ends", () => {
    expect(next.tokens).not.toEqual(made.tokens);
    expect(isOpenedBy(next.session, access, later(600))).toBe(false);
    const fresh = tokenOf("session", next.tokens.access);
    expect(isOpenedBy(next.session, fresh, later(1499))).toBe(true);
    expect(next.session.ends_at).toBe(made.session.ends_at);
  });

  test.for([
    ["in another tab at the same time, or because the answer was lost", 630, "rejected"],
    ["later, from other hands", 631, "ended"],
  ] as const)("used again %s", ([, seconds, outcome]) => {
    expect(renewed(next.session, refresh, later(seconds)).outcome).toBe(outcome);
  });

  test.for([
    ["an invented secret", { ...refresh, secret: "y".repeat(43) }, 700],
    [
      "an earlier token with another family",
      { ...refresh, secret: "y".repeat(22) + refresh.secret.slice(22) },
      700,
    ],
    ["the access token's secret", access, 700],
    ["the right one, after twelve hours", tokenOf("refresh", next.tokens.refresh), 12 * 3600],
  ] as const)("is not %s", ([, token, seconds]) => {
    expect(renewed(next.session, token, later(seconds)).outcome).toBe("rejected");
  });

  it("renews until the twelve hours are over, and no session that has ended", () => {
    const current = tokenOf("refresh", next.tokens.refresh);
    expect(renewed(next.session, current, later(12 * 3600 - 1)).outcome).toBe("renewed");
    const last = renewed(next.session, current, later(12 * 3600 - 1));
    const { ends_at } = next.session;
    expect(last).toMatchObject({ made: { session: { ends_at, access_until: ends_at } } });
    const ended: StoredSession = { ...next.session, ended_at: later(650).toISOString() };
    expect(renewed(ended, current, later(700)).outcome).toBe("rejected");
  });
});

/** Renews a session some times, each after ten seconds. Returns all its refresh tokens, and the session. */
function renewedOften(from: StoredSession, token: string, times: number) {
  let session = from;
  const tokens = [tokenOf("refresh", token)];
  for (let n = 1; n <= times; n += 1) {
    const renewal = renewed(session, tokens.at(-1) ?? refresh, later(n * 10));
    if (renewal.outcome !== "renewed") throw new Error("not renewed");
    session = renewal.made.session;
    tokens.push(tokenOf("refresh", renewal.made.tokens.refresh));
  }
  return { session, tokens };
}

describe("a stolen refresh token", () => {
  it.for([1, 2, 10])("ends its session when the thief has renewed it %i times", (times) => {
    const { session, tokens } = renewedOften(made.session, made.tokens.refresh, times);
    const at = later(times * 10 + 31);
    const outcomes = tokens.map((token) => renewed(session, token, at).outcome);
    expect(outcomes).toEqual([...Array(times).fill("ended"), "renewed"]);
  });

  it("ends its session within 30 seconds too, unless it is the one just before", () => {
    const { session, tokens } = renewedOften(made.session, made.tokens.refresh, 2);
    const outcomes = tokens.map((token) => renewed(session, token, later(21)).outcome);
    expect(outcomes).toEqual(["ended", "rejected", "renewed"]);
  });

  it("of the family of another session ends nothing", () => {
    const { session } = renewedOften(made.session, made.tokens.refresh, 2);
    const other = newSession(made.session.person, NOW);
    const { secret } = tokenOf("refresh", other.tokens.refresh);
    expect(renewed(session, { ...refresh, secret }, later(700)).outcome).toBe("rejected");
  });
});

describe("a session that an earlier version began", () => {
  const secret = "o".repeat(43);
  const { family_sha256, device, ...fields } = made.session;
  const old = StoredSession.parse({ ...fields, refresh_sha256: secretHash(secret) });
  const token = `vat_refresh_${old.session_id}_${secret}`;

  it("is renewed by its token, which then ends it as every former one", () => {
    const { session } = renewedOften(old, token, 1);
    expect(renewed(session, tokenOf("refresh", token), later(40)).outcome).toBe("rejected");
    expect(renewed(session, tokenOf("refresh", token), later(41)).outcome).toBe("ended");
    const twice = renewedOften(old, token, 2);
    const outcomes = twice.tokens.map((one) => renewed(twice.session, one, later(51)).outcome);
    expect(outcomes).toEqual(["ended", "ended", "renewed"]);
  });
});

const RENEWAL = "refresh_sha256 = :seen AND attribute_not_exists(ended_at)";
const notMet = () => new ConditionalCheckFailedException({ message: "", $metadata: {} });

describe("the end of a session", () => {
  const id = made.session.session_id;

  it("is one write that depends on nothing read", async () => {
    const table = mockedClient(dynamo);
    table.on(UpdateCommand).resolves({});
    await endSession(id, NOW);
    expect(table.calls()).toHaveLength(1);
    expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      UpdateExpression: "SET ended_at = :now",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(ended_at)",
      ExpressionAttributeValues: { ":now": NOW.toISOString() },
    });
  });

  it("stays as it was for a session that has ended or is gone", async () => {
    mockedClient(dynamo).on(UpdateCommand).rejects(notMet());
    await expect(endSession(id, NOW)).resolves.toBeUndefined();
  });

  it("says so when it cannot be stored", async () => {
    mockedClient(dynamo).on(UpdateCommand).rejects(new Error("no answer"));
    await expect(endSession(id, NOW)).rejects.toThrow("no answer");
  });

  it("is not lost when the thief renews while a former token is presented", async () => {
    const { session } = renewedOften(made.session, made.tokens.refresh, 2);
    const table = mockedClient(dynamo);
    table.on(GetCommand).resolves({ Item: session });
    // The condition of a renewal: the session is as it was read. The thief's next one makes it fail.
    table.on(PutCommand, { ConditionExpression: RENEWAL }).rejects(notMet());
    table.on(UpdateCommand).resolves({});
    await expect(renewSession(made.tokens.refresh, later(60))).rejects.toThrow("session has ended");
    expect(table.commandCalls(UpdateCommand)).toHaveLength(1);
  });
});

/** A table whose reads see nothing of the writes before, unless they are strongly consistent. */
function lateTable(): void {
  const table = new MemoryTable();
  const client = mockedClient(dynamo);
  client.on(PutCommand).callsFake((input) => table.send(new PutCommand(input)));
  client.on(UpdateCommand).callsFake((input) => table.send(new UpdateCommand(input)));
  client
    .on(GetCommand)
    .callsFake((input) => (input.ConsistentRead ? table.send(new GetCommand(input)) : {}));
  client
    .on(QueryCommand)
    .callsFake((input) => (input.ConsistentRead ? table.send(new QueryCommand(input)) : {}));
}

it("the end of all sessions of a person ends one that began a moment ago, however late a read may be", async () => {
  lateTable();
  const { person, session_id } = made.session;
  await insertSession(made.session);
  const kept = newSession(person, NOW).session;
  await insertSession(kept);
  expect(await endSessionsOf(person, later(0), kept.session_id)).toBe(1);
  expect((await loadSession(session_id))?.ended_at).toBe(NOW.toISOString());
  expect(await loadSession(kept.session_id)).toEqual(kept);
  expect(await endSessionsOf(person, later(1))).toBe(1);
});

describe("two renewals by one token at once", () => {
  it("are one renewal: the write of the other is refused, and ends nothing", async () => {
    const table = mockedClient(dynamo);
    table.on(GetCommand).resolves({ Item: made.session });
    const held = Promise.withResolvers<void>();
    let stored = made.session.refresh_sha256;
    let writes = 0;
    const write = { ConditionExpression: RENEWAL };
    table.on(PutCommand, write).callsFake(async ({ Item, ExpressionAttributeValues: values }) => {
      // Both have read the session before one of them writes.
      writes += 1;
      if (writes === 2) held.resolve();
      await held.promise;
      if (values[":seen"] !== stored) throw notMet();
      stored = Item.refresh_sha256;
      return {};
    });
    const both = [1, 2].map(() => renewSession(made.tokens.refresh, later(600)));
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(table.commandCalls(UpdateCommand)).toHaveLength(0);
  });
});
