import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, test } from "vitest";
import {
  isOpenedBy,
  newSession,
  parseToken,
  renewed,
  type StoredSession,
} from "../../../../shared/accounts/people/session.ts";
import { endSession } from "../../../../shared/accounts/people/sign-in.ts";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
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
    ["in another tab at the same time", 630, "rejected"],
    ["later, from other hands", 631, "ended"],
  ] as const)("used again %s", ([, seconds, outcome]) => {
    expect(renewed(next.session, refresh, later(seconds)).outcome).toBe(outcome);
  });

  test.for([
    ["an invented secret", { ...refresh, secret: "y".repeat(43) }, 700],
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

describe("a session that is ended", () => {
  const ended: StoredSession = { ...made.session, ended_at: NOW.toISOString() };

  it.for([
    ["there is none", [undefined], [], 0],
    ["it has ended", [ended], [], 0],
    ["it is there", [made.session], [true], 1],
    ["another request renews it meanwhile", [made.session, made.session], [false, true], 2],
    ["another request ends it meanwhile", [made.session, ended], [false], 1],
  ] as const)("is written as often as it has to be: %s", async ([, seen, met, writes]) => {
    const table = mockedClient(dynamo);
    const [reads, puts] = [table.on(GetCommand), table.on(PutCommand)];
    for (const Item of seen) reads.resolvesOnce(Item ? { Item } : {});
    for (const isMet of met) {
      if (isMet) puts.resolvesOnce({});
      else puts.rejectsOnce(new ConditionalCheckFailedException({ message: "", $metadata: {} }));
    }
    await endSession(made.session.session_id, NOW);
    const items = table.commandCalls(PutCommand).map(({ args }) => args[0].input.Item);
    expect(items).toHaveLength(writes);
    for (const item of items) {
      const expires_at = Date.parse(made.session.ends_at) / 1000;
      expect(item).toMatchObject({ ended_at: NOW.toISOString(), expires_at });
    }
  });

  it("says so when its end cannot be stored", async () => {
    const table = mockedClient(dynamo);
    table.on(GetCommand).resolves({ Item: made.session });
    table.on(PutCommand).rejects(new Error("no answer"));
    await expect(endSession(made.session.session_id, NOW)).rejects.toThrow("no answer");
  });
});
