import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, test } from "vitest";
import { keyStateIn, rejectWiderKey } from "../../../shared/accounts/keys.ts";
import {
  createKey,
  listKeys,
  loadKeyAuthor,
  rotateKey,
} from "../../../shared/accounts/manage-keys.ts";
import { unknownTags } from "../../../shared/accounts/sources.ts";
import type { AccountId, AuthorId } from "../../../shared/core/ids.ts";
import { endOf, isEnded } from "../../../shared/platform/credentials/api-key.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { errorOf } from "../../make/refusal.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

const EARLY = "2026-11-27T10:00:00.000Z";
const LATE = "2026-11-28T10:00:00.000Z";
type Key = Parameters<typeof endOf>[0];

describe("a key", () => {
  test.for<
    [expires_at: string | undefined, revoked_at: string | undefined, end: string | undefined]
  >([
    [undefined, undefined, undefined],
    [EARLY, undefined, EARLY],
    [undefined, LATE, LATE],
    [EARLY, LATE, EARLY],
    [LATE, EARLY, EARLY],
  ])("that expires at %s and is revoked at %s ends at %s", ([expires_at, revoked_at, end]) => {
    const key = { expires_at, revoked_at } as Key;
    expect(endOf(key)).toBe(end);
    expect(isEnded(key, new Date("9999-12-31T00:00:00Z"))).toBe(end !== undefined);
  });

  it("has ended at its end, and not a millisecond before", () => {
    const key = { expires_at: EARLY } as Key;
    expect(isEnded(key, new Date(Date.parse(EARLY) - 1))).toBe(false);
    expect(isEnded(key, new Date(EARLY))).toBe(true);
  });
});

type Author = Parameters<typeof rejectWiderKey>[0];
type Asked = Parameters<typeof rejectWiderKey>[1];

test.for<[by: Partial<Author>, asked: Partial<Asked>, refused: boolean]>([
  [{ scope: "full" }, { scope: "full" }, false],
  [{ scope: "full" }, { scope: "read-only" }, false],
  [{ scope: "read-only" }, { scope: "full" }, true],
  [{ scope: "read-only" }, { scope: "read-only" }, false],
  [{ mode: "test" }, { mode: "live" }, true],
  [{ mode: "test" }, { mode: "test" }, false],
  [{ mode: "live" }, { mode: "test" }, false],
  [{ expires_at: EARLY }, { expires_at: LATE }, true],
  [{ expires_at: EARLY }, {}, true],
  [{ expires_at: EARLY }, { expires_at: EARLY }, false],
  [{ expires_at: LATE }, { expires_at: EARLY }, false],
  [{}, { expires_at: LATE }, false],
])("a key %j makes one %j: refused is %s", ([by, asked, refused]) => {
  const usual = { scope: "full", mode: "live" } as const;
  const make = () => rejectWiderKey({ ...usual, ...by } as Author, { ...usual, ...asked } as Asked);
  if (refused) expect(errorOf(make).code).toBe("insufficient_scope");
  else expect(make).not.toThrow();
});

test.for([
  [undefined, "full", undefined],
  [undefined, "read-only", undefined],
  ["emptied", "full", undefined],
  ["closed", "read-only", "closed"],
  ["closed", "full", "account_closed"],
  ["suspended", "full", "account_suspended"],
  ["suspended", "read-only", "account_suspended"],
] as const)("of an account that is %s a new key, %s, is: %s", ([account_state, scope, state]) => {
  const make = () => keyStateIn({ account_state } as never, { scope });
  if (state?.startsWith("account_")) expect(errorOf(make).code).toBe(state);
  else expect(make()).toBe(state);
});

test("an account that has no record yet gives its keys no state", () => {
  expect(keyStateIn(undefined, { scope: "full" })).toBeUndefined();
});

test("tags without a profile are told by their last day, and then by name", () => {
  const tag = (source_id: string, last_seen: string) => ({
    source_id,
    last_seen,
    first_seen: EARLY,
    transaction_count: 1,
  });
  const tags = [
    tag("b", EARLY),
    tag("known", LATE),
    tag("c", LATE),
    tag("a", EARLY),
    tag("d", LATE),
  ];
  const sources = {
    version: 1,
    last_id: 1,
    items: [{ source_key: "known" }],
  } as unknown as Parameters<typeof unknownTags>[1];
  const told = unknownTags(tags, sources).map(({ source_id }) => source_id);
  expect(told).toEqual(["c", "d", "a", "b"]);
});

describe("who changes keys", () => {
  const stored = {
    key_id: "a".repeat(16) as AuthorId,
    account: "shop" as AccountId,
    scope: "full",
    mode: "live",
    secret_sha256: "0".repeat(64),
    created_at: EARLY,
  };
  const withKey = (Item?: object) => {
    const table = mockedClient(dynamo);
    return table.on(GetCommand).resolves(Item ? { Item } : {});
  };

  it("is the key of the request, unless it was revoked since", async () => {
    withKey(stored);
    expect(await loadKeyAuthor(stored.key_id, stored.account)).toMatchObject({
      key_id: stored.key_id,
      account: "shop",
    });
    for (const gone of [undefined, { ...stored, revoked_at: EARLY }]) {
      withKey(gone);
      await expect(loadKeyAuthor(stored.key_id, stored.account)).rejects.toMatchObject({
        code: "invalid_api_key",
      });
    }
    const person = "pe_0123456789abcdef01234567" as AuthorId;
    expect(await loadKeyAuthor(person, stored.account)).toMatchObject({ account: "shop", person });
  });

  it("makes no key after its own was revoked", async () => {
    const table = withKey();
    table.on(QueryCommand).resolves({ Items: [] });
    table
      .on(GetCommand)
      .callsFake(({ Key }) =>
        JSON.stringify(Key).includes(stored.key_id)
          ? { Item: { ...stored, revoked_at: EARLY } }
          : {},
      );
    const request = { scope: "full", mode: "live" } as const;
    const made = createKey("shop" as AccountId, stored as never, request, new Date(LATE));
    await expect(made).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  it("rotates no other key after its own was replaced", async () => {
    const replaced = { ...stored, replaced_by: "b".repeat(16), expires_at: LATE };
    const other = { ...stored, key_id: "c".repeat(16) };
    const table = mockedClient(dynamo);
    table.on(GetCommand).callsFake(({ Key }) => ({
      Item: JSON.stringify(Key).includes(other.key_id) ? other : replaced,
    }));
    const rotated = rotateKey(stored as never, other.key_id as AuthorId, new Date(EARLY));
    await expect(rotated).rejects.toMatchObject({ code: "insufficient_scope" });
  });

  it("is shown keys for ninety days after their end", async () => {
    const table = mockedClient(dynamo);
    table.on(QueryCommand).resolves({ Items: [] });
    const by = { ...stored, account: "shop" } as never;
    expect(await listKeys(by, new Date("2026-11-27T10:00:00.000Z"))).toEqual([]);
    const [query] = table.commandCalls(QueryCommand);
    expect(JSON.stringify(query?.args[0].input)).toContain("2026-08-29T10:00:00.000Z");
  });
});
