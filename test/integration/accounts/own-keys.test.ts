import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import type { ApiKeyView } from "../../../shared/accounts/key-schema.ts";
import { loadKeyAuthor } from "../../../shared/accounts/manage-keys.ts";
import { noteKeyUse } from "../../../shared/accounts/store-keys.ts";
import { type AuthorId, accountOf, type LedgerId } from "../../../shared/core/ids.ts";
import { dynamo, queryAll, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { apiKeyKey, keyListingKey, keyListingsOf } from "../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { keyIdOf } from "../../stack/key-parts.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

const KEYS = "/v1/api-keys";
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

type Made = ApiKeyView & { readonly api_key: string };
type Listed = {
  readonly items: readonly ApiKeyView[];
  readonly full_access: { readonly keys: number; readonly ends_at: string | null };
};

async function made(key: string, body: object, path = KEYS): Promise<Made> {
  const answer = await call<Made>(key, "POST", path, body);
  expect(answer.status, answer.text).toBe(201);
  noteSecrets([secretOf(answer.body.api_key)]);
  return answer.body;
}

async function rotated(key: string, id: string): Promise<Made> {
  const answer = await call<Made>(key, "POST", `${KEYS}/${id}/rotate`);
  expect(answer.status, answer.text).toBe(201);
  noteSecrets([secretOf(answer.body.api_key)]);
  return answer.body;
}

const listed = async (key: string) => (await call<Listed>(key, "GET", KEYS)).body;
const stopped = (key: string, id: string) => call(key, "DELETE", `${KEYS}/${id}`);
const opens = async (key: string) => (await call(key, "GET", "/v1/account")).status;

let account: Account;
/** A live full key: what test keys must not make. */
let live: string;
beforeEach(async () => {
  account = await newAccount("own-keys");
  live = await issueKey({ account: account.account, scope: "full", mode: "live" }, new Date());
  noteSecrets([secretOf(live)]);
});

it("a key that is stopped, or that there is none of, makes no other", async () => {
  const key = await made(live, { name: "First", scope: "full" });
  const author = (keyId: AuthorId) => loadKeyAuthor(keyId, accountOf(account.account));
  expect(await author(keyIdOf(key.api_key))).toMatchObject({
    account: account.account,
    scope: "full",
  });
  expect((await stopped(live, keyIdOf(key.api_key))).status).toBe(200);
  for (const id of [keyIdOf(key.api_key), "0000000000000000"]) {
    await expect(author(id as AuthorId)).rejects.toMatchObject({ code: "invalid_api_key" });
  }
});

describe("a key that is made", () => {
  it("opens its account, under its name and scope, and is shown without its secret ever after", async () => {
    const { api_key, ...key } = await made(live, { name: "Tax adviser", scope: "read-only" });
    expect(key).toMatchObject({
      name: "Tax adviser",
      scope: "read-only",
      mode: "live",
      status: "active",
      created_by: keyIdOf(live),
      last_used_on: null,
    });
    expect(await opens(api_key)).toBe(200);
    expect((await call(api_key, "PUT", "/v1/account", {})).body["error"]).toBe(
      "insufficient_scope",
    );
    const { text } = await call(live, "GET", KEYS);
    expect(text).toContain(key.id);
    expect(text).not.toContain(secretOf(api_key));
    expect(text).not.toContain("sha256");
  });

  it("is kept as a hash alone, wherever in the table one looks", async () => {
    const { api_key, id } = await made(live, { name: "Till", scope: "full" });
    const items = [
      ...(await queryAll({
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": apiKeyKey(id as AuthorId).pk },
      })),
      ...(await queryAll(keyListingsOf(accountOf(account.account), ""))),
    ];
    expect(items.length).toBeGreaterThan(3);
    expect(JSON.stringify(items)).not.toContain(secretOf(api_key));
  });

  it("ends when it was said to", async () => {
    const past = await call(live, "POST", KEYS, {
      name: "a",
      scope: "full",
      expires_at: inHours(-1),
    });
    expect(past).toMatchObject({ status: 400, body: { details: [{ field: "expires_at" }] } });
    const { id, api_key } = await made(live, { name: "a", scope: "full", expires_at: inHours(1) });
    expect(await opens(api_key)).toBe(200);
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: apiKeyKey(id as AuthorId),
        UpdateExpression: "SET expires_at = :past",
        ExpressionAttributeValues: { ":past": inHours(-1) },
      }),
    );
    expect(await opens(api_key)).toBe(401);
    expect((await listed(live)).items.find((one) => one.id === id)?.status).toBe("expired");
  });
});

describe("keys of an owner who has signed in", () => {
  it("are made, listed, rotated and ended, and count as the owner whoever of their keys made them", async () => {
    const owner = await newPerson("owner");
    const practice = await newPractice(owner);
    const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
      const at = owner.at(practice.account as LedgerId);
      const answer = await call<Made & Listed>(undefined, method, path, body, at);
      if (answer.body.api_key) noteSecrets([secretOf(answer.body.api_key)]);
      return answer;
    };
    const { body: key, status } = await ask("POST", KEYS, { name: "Till", scope: "full" });
    expect([status, key.mode, key.created_by, key.person]).toEqual([
      ...[201, "live", owner.id, owner.id],
    ]);
    const ofKey = await made(key.api_key, { name: "Shop", scope: "full" });
    expect([ofKey.created_by, ofKey.person]).toEqual([key.id, owner.id]);
    const next = (await ask("POST", `${KEYS}/${ofKey.id}/rotate`, { overlap_hours: 0 })).body;
    expect([next.created_by, await opens(ofKey.api_key), await opens(next.api_key)]).toEqual([
      ...[owner.id, 401, 200],
    ]);
    const ended = (await ask("DELETE", `${KEYS}/${key.id}`)).body;
    expect([ended.revoked_by, await opens(key.api_key)]).toEqual([owner.id, 401]);
    const listed = (await ask("GET", KEYS)).body.items.map(({ id, person }) => [id, person]);
    expect(listed.sort()).toEqual([key, ofKey, next].map(({ id }) => [id, owner.id]).sort());
    const ofOthers = await ask("DELETE", `${KEYS}/${keyIdOf(account.full)}`);
    expect(ofOthers.status).toBe(404);
    expect((await made(live, { name: "a", scope: "full" })).person).toBeNull();
  });
});

describe("no key makes one that may more than itself", () => {
  const refused = { status: 403, body: { error: "insufficient_scope" } };

  it("a read-only key makes none", async () => {
    const body = { name: "a", scope: "read-only" };
    expect(await call(account.readOnly, "POST", KEYS, body)).toMatchObject(refused);
  });

  it("a test key makes no live one, and neither sees nor touches any", async () => {
    const trial = (await made(live, { name: "Trial", scope: "full", mode: "test" })).api_key;
    const body = { name: "a", scope: "full", mode: "live" };
    expect(await call(trial, "POST", KEYS, body)).toMatchObject(refused);
    expect((await made(trial, { name: "a", scope: "full" })).mode).toBe("test");
    expect((await listed(trial)).items.map(({ mode }) => mode)).not.toContain("live");
    expect(await stopped(trial, keyIdOf(live))).toMatchObject({ status: 404 });
    const rotation = await call(trial, "POST", `${KEYS}/${keyIdOf(live)}/rotate`);
    expect(rotation).toMatchObject({ status: 404 });
    expect((await listed(live)).items.map(({ mode }) => mode)).toContain("test");
  });

  it("a key that ends makes none that ends later, nor takes the place of one", async () => {
    const expires_at = inHours(24);
    const guest = (await made(live, { name: "Guest", scope: "full", expires_at })).api_key;
    const longer = { name: "a", scope: "full", expires_at: inHours(25) };
    expect(await call(guest, "POST", KEYS, longer)).toMatchObject(refused);
    expect(await call(guest, "POST", `${KEYS}/${keyIdOf(live)}/rotate`)).toMatchObject(refused);
    expect((await made(guest, { name: "a", scope: "read-only" })).expires_at).toBe(expires_at);
    expect((await rotated(guest, keyIdOf(guest))).expires_at).toBe(expires_at);
  });
});

describe("a rotation", () => {
  it("gives a key like the old one, which works on for 48 hours", async () => {
    const old = await made(live, { name: "Till", scope: "read-only" });
    const fresh = await rotated(live, old.id);
    expect(fresh).toMatchObject({ name: "Till", scope: "read-only", expires_at: null });
    expect([await opens(old.api_key), await opens(fresh.api_key)]).toEqual([200, 200]);
    const after = (await listed(live)).items.find(({ id }) => id === old.id);
    expect(after).toMatchObject({ status: "rotated", replaced_by: fresh.id });
    const left = Date.parse(after?.expires_at ?? "") - Date.now();
    expect(left).toBeGreaterThan(47.9 * HOUR);
    expect(left).toBeLessThanOrEqual(48 * HOUR);
  });

  it("is there for the key itself, and once only", async () => {
    const fresh = await rotated(live, keyIdOf(live));
    expect(await opens(fresh.api_key)).toBe(200);
    const again = await call(live, "POST", `${KEYS}/${keyIdOf(live)}/rotate`);
    expect(again).toMatchObject({ status: 409, body: { error: "key_ended" } });
  });

  it("without an overlap ends the old key at once, also by the key itself", async () => {
    const expires_at = inHours(1);
    const old = await made(live, { name: "Leaked", scope: "full", expires_at });
    const path = `${KEYS}/${old.id}/rotate`;
    const { status, body } = await call<Made>(old.api_key, "POST", path, { overlap_hours: 0 });
    noteSecrets([secretOf(body.api_key)]);
    expect([status, body.expires_at]).toEqual([201, expires_at]);
    expect([await opens(old.api_key), await opens(body.api_key)]).toEqual([401, 200]);
    expect(await call(old.api_key, "POST", path, { overlap_hours: 0 })).toMatchObject({
      status: 401,
    });
    for (const overlap_hours of [-1, 49, 1.5]) {
      const answer = await call(live, "POST", `${KEYS}/${body.id}/rotate`, { overlap_hours });
      expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    }
  });

  it("of many at once happens once", async () => {
    const { id } = await made(live, { name: "Till", scope: "full" });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call<Made>(live, "POST", `${KEYS}/${id}/rotate`)),
    );
    noteSecrets(answers.flatMap(({ body }) => (body.api_key ? [secretOf(body.api_key)] : [])));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 3 }, () => 409)]);
    const successors = (await listed(live)).items.filter(({ name }) => name === "Till");
    expect(successors).toHaveLength(2);
  });
});

const REFUSED = { status: 403, body: { error: "insufficient_scope" } };

describe("stopping a key", () => {
  it("works at once and stays, and says who did it", async () => {
    const { id, api_key } = await made(live, { name: "Leaked", scope: "full" });
    const answer = await stopped(live, id);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "revoked", revoked_by: keyIdOf(live) },
    });
    expect(await opens(api_key)).toBe(401);
    expect((await stopped(live, id)).body).toEqual(answer.body);
  });

  it("is refused to the key itself, so that nobody locks himself out unawares", async () => {
    expect(await stopped(live, keyIdOf(live))).toMatchObject({
      status: 409,
      body: { error: "key_in_use" },
    });
    expect(await opens(live)).toBe(200);
  });

  it("by a replaced key reaches itself and what it has made, and nothing else", async () => {
    const old = await made(live, { name: "Leaked", scope: "full" });
    const own = await made(old.api_key, { name: "of Leaked", scope: "full" });
    const fresh = await rotated(old.api_key, old.id);
    for (const id of [fresh.id, keyIdOf(live)]) {
      expect(await stopped(old.api_key, id)).toMatchObject(REFUSED);
      const rotation = await call(old.api_key, "POST", `${KEYS}/${id}/rotate`, {
        overlap_hours: 0,
      });
      expect(rotation).toMatchObject(REFUSED);
    }
    expect(await stopped(old.api_key, own.id)).toMatchObject({ status: 200 });
    expect(await stopped(old.api_key, old.id)).toMatchObject({ status: 200 });
    expect([await opens(old.api_key), await opens(fresh.api_key)]).toEqual([401, 200]);
  });

  it("leaves one of two full keys that stop each other at once", async () => {
    for (let round = 0; round < 2; round += 1) {
      const one = (await made(live, { name: "one", scope: "full" })).api_key;
      const other = (await made(live, { name: "other", scope: "full" })).api_key;
      await Promise.all([stopped(one, keyIdOf(other)), stopped(other, keyIdOf(one))]);
      expect([await opens(one), await opens(other)].sort()).toEqual([200, 401]);
    }
  });

  it("does not keep back that the last key without an end is gone", async () => {
    expect((await listed(live)).full_access).toEqual({ keys: 2, ends_at: null });
    const ends = inHours(5);
    const guest = (await made(live, { name: "a", scope: "full", expires_at: ends })).api_key;
    await stopped(guest, keyIdOf(account.full));
    await stopped(guest, keyIdOf(live));
    expect((await listed(guest)).full_access).toEqual({ keys: 1, ends_at: ends });
  });
});

describe("the day of its last use", () => {
  const lastUse = async (id: string) =>
    (await listed(live)).items.find((one) => one.id === id)?.last_used_on;

  it("is in the list, for full and read-only keys and for refused calls", async () => {
    const { id, api_key } = await made(live, { name: "a", scope: "read-only" });
    expect(await lastUse(id)).toBeNull();
    await call(api_key, "PUT", "/v1/account", {});
    expect(await lastUse(id)).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("is written once a day, and never moves back", async () => {
    const id = keyIdOf(live);
    const today = await lastUse(id);
    await expect(noteKeyUse(accountOf(account.account), id, String(today))).rejects.toThrow();
    await expect(noteKeyUse(accountOf(account.account), id, "2020-01-01")).rejects.toThrow();
    expect(await lastUse(id)).toBe(today);
  });

  it("lists a key of before there was a list", async () => {
    const { id, api_key } = await made(live, { name: "Older", scope: "full" });
    const Key = keyListingKey(accountOf(account.account), id as AuthorId);
    await dynamo.send(new DeleteCommand({ TableName: tableName(), Key }));
    expect(await lastUse(id)).toBeUndefined();
    expect(await opens(api_key)).toBe(200);
    expect(await lastUse(id)).toMatch(/^\d{4}-/);
  });
});
