import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it } from "vitest";
import { signInAt } from "../../../scripts/local/sign-in-at.ts";
import { acceptInvitation, invite } from "../../../shared/accounts/people/manage-organisations.ts";
import { newSession, secretHash } from "../../../shared/accounts/people/session.ts";
import { insertSession, loadSession } from "../../../shared/accounts/people/store-sessions.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { sessionKey } from "../../../shared/platform/table/people.ts";
import { call } from "../../stack/api.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import {
  newPerson,
  newPractice,
  type SignedIn,
  sessionIdOf,
  sessionOf,
} from "../../stack/people.ts";

type Tokens = { readonly access_token: string; readonly refresh_token: string };
type Listed = {
  readonly id: string;
  readonly device: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly is_current: boolean;
};
type List = { readonly items: readonly Listed[]; readonly next_cursor: string | null };

const DELETE = (person: SignedIn, path: string) =>
  call<{ readonly ended?: number; readonly error?: string }>(
    undefined,
    "DELETE",
    path,
    undefined,
    person.session,
  );

const listOf = async (person: SignedIn, query = "") =>
  (await call<List>(undefined, "GET", `/v1/sessions${query}`, undefined, person.session)).body;

const opens = async ({ session }: SignedIn) =>
  (await call(undefined, "GET", "/v1/session", undefined, session)).status === 200;

async function renew(refresh_token: string) {
  const answer = await call<Tokens>(undefined, "POST", "/v1/session/refresh", { refresh_token });
  if (answer.status === 200) {
    noteSecrets([answer.body.access_token, answer.body.refresh_token].map((t) => t.slice(-43)));
  }
  return answer;
}

/** Renews a session some times. Returns its refresh tokens, the first one first. */
async function renewed(refresh: string, times: number): Promise<string[]> {
  const tokens = [refresh];
  for (let n = 0; n < times; n += 1) {
    const { status, body } = await renew(tokens.at(-1) ?? "");
    expect(status).toBe(200);
    tokens.push(body.refresh_token);
  }
  return tokens;
}

/** A person whose session was begun and last renewed a minute ago. */
const fromAMinuteAgo = () => newPerson("person", new Date(Date.now() - 60_000));

describe("a stolen refresh token", () => {
  it.for([2, 10])("ends its session when the thief has renewed it %i times", async (times) => {
    const person = await newPerson();
    const tokens = await renewed(person.refresh, times);
    const { status, body } = await renew(person.refresh);
    expect([status, (body as { error?: string }).error]).toEqual([401, "invalid_session"]);
    expect((await renew(tokens.at(-1) ?? "")).status).toBe(401);
    expect(await listOf(await sessionOf(person.id))).toMatchObject({ items: [{}] });
  });

  it("is refused alone at once after its renewal: two tabs, or a lost answer", async () => {
    const person = await newPerson();
    const [, next = ""] = await renewed(person.refresh, 1);
    expect((await renew(person.refresh)).status).toBe(401);
    expect((await renew(next)).status).toBe(200);
  });

  it("that was invented ends nothing", async () => {
    const person = await newPerson();
    const [, , current = ""] = await renewed(person.refresh, 2);
    const stranger = await newPerson();
    const id = person.refresh.slice(0, 29);
    for (const secret of [stranger.refresh.slice(29), "x".repeat(43)]) {
      expect((await renew(id + secret)).status).toBe(401);
    }
    expect((await renew(current)).status).toBe(200);
  });
});

it("a session that an earlier version began is renewed by its token, and listed from then on", async () => {
  const { id } = await newPerson();
  const { session } = newSession(id, new Date());
  const { family_sha256, ...old } = { ...session, refresh_sha256: secretHash("o".repeat(43)) };
  const key = sessionKey(session.session_id);
  const Item = { ...key, schema_version: 1, ...old };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
  const reader = await sessionOf(id);
  const ids = async () => (await listOf(reader)).items.map((listed) => listed.id);
  expect(await ids()).not.toContain(session.session_id);
  await renewed(`vat_refresh_${session.session_id}_${"o".repeat(43)}`, 1);
  expect(await ids()).toContain(session.session_id);
});

describe("the sessions of a person", () => {
  it("are listed with device, sign-in and last renewal, the newest first, page by page", async () => {
    const first = await fromAMinuteAgo();
    const began = (await loadSession(sessionIdOf(first)))?.renewed_at;
    const { session } = newSession(first.id, new Date(), "Firefox, Windows");
    await insertSession(session);
    const { items } = await listOf(first);
    expect(items).toMatchObject([
      { id: session.session_id, device: "Firefox, Windows", is_current: false },
      { id: sessionIdOf(first), device: null, is_current: true, last_used_at: began },
    ]);
    const page = await listOf(first, "?limit=1");
    const rest = await listOf(first, `?limit=1&cursor=${page.next_cursor}`);
    expect([...page.items, ...rest.items]).toEqual(items);
    expect(rest.next_cursor).toBeNull();
    await renew(first.refresh);
    const after = (await loadSession(sessionIdOf(first)))?.renewed_at ?? "";
    expect(after > (began ?? "")).toBe(true);
  });

  it("have the device of the browser that signed in, and no address", async () => {
    const { body } = await call<{ provider: { issuer: string; client_id: string } }>(
      undefined,
      "GET",
      "/v1/sign-in",
    );
    const { issuer, client_id: clientId } = body.provider;
    const exchange = await signInAt({ issuer, clientId }, "Di", `${inject("stack").url}/console`);
    const made = await call<Tokens & { readonly refresh_token: string }>(
      undefined,
      "POST",
      "/v1/session",
      exchange,
      { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    );
    const { access_token, refresh_token } = made.body;
    noteSecrets([access_token.slice(-43), refresh_token.slice(-43)]);
    const stored = await loadSession(access_token.slice(12, 28));
    expect(stored?.device).toBe("Firefox, Linux");
    expect(JSON.stringify(stored)).not.toMatch(/127\.0\.0\.1|::1|Mozilla/);
  });

  it("end one by one, and those of others do not", async () => {
    const person = await newPerson();
    const [other, stranger] = [await sessionOf(person.id), await newPerson()];
    const path = `/v1/sessions/${sessionIdOf(other)}`;
    expect((await DELETE(stranger, path)).body.error).toBe("not_found");
    expect(await opens(other)).toBe(true);
    expect((await DELETE(person, path)).status).toBe(200);
    expect([await opens(other), (await renew(other.refresh)).status]).toEqual([false, 401]);
    expect((await DELETE(person, path)).body.error).toBe("not_found");
    const own = await DELETE(person, `/v1/sessions/${sessionIdOf(person)}`);
    expect(own.headers.get("set-cookie")).toMatch(/Max-Age=0/);
    expect(await opens(person)).toBe(false);
  });

  it("end all, or all but the one that asks", async () => {
    const person = await newPerson();
    const others = [await sessionOf(person.id), await sessionOf(person.id)];
    const kept = await DELETE(person, "/v1/sessions?keep_current=true");
    expect([kept.body.ended, kept.headers.get("set-cookie")]).toEqual([2, null]);
    expect(await Promise.all([person, ...others].map(opens))).toEqual([true, false, false]);
    const all = await DELETE(person, "/v1/sessions");
    expect([all.body.ended, await opens(person)]).toEqual([1, false]);
    expect(all.headers.get("set-cookie")).toMatch(/Max-Age=0/);
  });
});

/** A practice with an owner and one more member. */
async function practiceOfTwo() {
  const [owner, member] = [await newPerson("owner"), await newPerson("member")];
  const { id } = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const { token } = await invite(id, { role: "owner" }, by);
  await acceptInvitation(token, { person: member.id, now: by.now });
  const at = (person: SignedIn) => `/v1/organisations/${id}/members/${person.id}`;
  return { owner, member, at };
}

describe("the sessions of a member", () => {
  it("are ended by an owner, and the member signs in again", async () => {
    const { owner, member, at } = await practiceOfTwo();
    const second = await sessionOf(member.id);
    const stranger = await newPerson();
    expect((await DELETE(stranger, `${at(member)}/sessions`)).status).toBe(404);
    expect((await DELETE(owner, `${at(stranger)}/sessions`)).body.error).toBe("not_found");
    expect(await opens(stranger)).toBe(true);
    expect((await DELETE(owner, `${at(member)}/sessions`)).body.ended).toBe(2);
    expect(await Promise.all([member, second, owner].map(opens))).toEqual([false, false, true]);
    expect(await opens(await sessionOf(member.id))).toBe(true);
  });

  it("are seen by an owner by device and last use alone, page by page", async () => {
    const { owner, member, at } = await practiceOfTwo();
    await insertSession(newSession(member.id, new Date(), "Firefox, Windows").session);
    const see = (person: SignedIn, query = "") =>
      call<List>(undefined, "GET", `${at(member)}/sessions${query}`, undefined, person.session);
    const { items } = (await see(owner)).body;
    expect(items).toEqual([
      { id: expect.any(String), device: "Firefox, Windows", last_used_at: expect.any(String) },
      { id: sessionIdOf(member), device: null, last_used_at: expect.any(String) },
    ]);
    const { next_cursor } = (await see(owner, "?limit=1")).body;
    expect((await see(owner, `?limit=1&cursor=${next_cursor}`)).body.items).toEqual([items[1]]);
    const stranger = await newPerson();
    expect((await see(stranger)).status).toBe(404);
    const path = `${at(stranger)}/sessions`;
    expect((await call(undefined, "GET", path, undefined, owner.session)).status).toBe(404);
  });

  it("are ended one by one by an owner, and by nobody else", async () => {
    const { owner, member, at } = await practiceOfTwo();
    const [lost, stranger] = [await sessionOf(member.id), await newPerson()];
    const path = (session: SignedIn) => `${at(member)}/sessions/${sessionIdOf(session)}`;
    expect((await DELETE(stranger, path(lost))).status).toBe(404);
    expect((await DELETE(owner, path(stranger))).body.error).toBe("not_found");
    expect(
      (await DELETE(owner, `${at(stranger)}/sessions/${sessionIdOf(stranger)}`)).body.error,
    ).toBe("not_found");
    expect((await DELETE(owner, path(lost))).status).toBe(200);
    expect(await Promise.all([lost, member, stranger].map(opens))).toEqual([false, true, true]);
    expect((await DELETE(owner, path(lost))).body.error).toBe("not_found");
    const viewer = await newPerson("viewer");
    const { id } = await newPractice(owner);
    const by = { person: owner.id, now: new Date() };
    const { token } = await invite(id, { role: "viewer" }, by);
    await acceptInvitation(token, { person: viewer.id, now: by.now });
    const ofOwner = `/v1/organisations/${id}/members/${owner.id}/sessions`;
    for (const [method, there] of [
      ["GET", ofOwner],
      ["DELETE", `${ofOwner}/${sessionIdOf(owner)}`],
    ] as const) {
      expect((await call(undefined, method, there, undefined, viewer.session)).status).toBe(403);
    }
    expect(await opens(owner)).toBe(true);
  });

  it("end with the removal of the member, but not when the member leaves", async () => {
    const { owner, member, at } = await practiceOfTwo();
    expect((await DELETE(owner, at(member))).status).toBe(200);
    expect([await opens(member), (await renew(member.refresh)).status]).toEqual([false, 401]);
    const other = await practiceOfTwo();
    expect((await DELETE(other.member, other.at(other.member))).status).toBe(200);
    expect(await opens(other.member)).toBe(true);
  });
});
