import { describe, expect, inject, it } from "vitest";
import { signInAt } from "../../../scripts/local/sign-in-at.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { call } from "../../stack/api.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { newPerson, newPractice, type SignedIn } from "../../stack/people.ts";

type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string | null;
  readonly person_id: string;
};

type SignIn = { readonly provider: { readonly issuer: string; readonly client_id: string } };

/** Signs in at the issuer of the stack; the refresh token is in a cookie or in the body. */
async function signedIn(name: string, refresh: "cookie" | "body") {
  const { provider } = (await call<SignIn>(undefined, "GET", "/v1/sign-in")).body;
  const { issuer, client_id: clientId } = provider;
  const exchange = await signInAt({ issuer, clientId }, name, `${inject("stack").url}/console`);
  const answer = await call<Tokens>(undefined, "POST", "/v1/session", { ...exchange, refresh });
  return { exchange, ...answer };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const COOKIE = /^(__Host-vat_refresh=vat_refresh_[0-9a-f]{16}_[\w-]{43}); (.*)$/;

function cookieOf(headers: Headers): string {
  const [, cookie = "", attributes] = COOKIE.exec(headers.get("set-cookie") ?? "") ?? [];
  expect(attributes).toMatch(/^Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  noteSecrets([cookie.slice(-43)]);
  return cookie;
}

const refresh = (headers: Readonly<Record<string, string>>, body?: object) =>
  call<Tokens>(undefined, "POST", "/v1/session/refresh", body, headers);

describe("a sign-in at the issuer", () => {
  it("gives a session whose cookie renews it, until the person signs out", async () => {
    const { status, body, headers, exchange } = await signedIn("Anna", "cookie");
    expect([status, body.refresh_token]).toEqual([201, null]);
    const cookie = cookieOf(headers);
    const again = await call(undefined, "POST", "/v1/session", exchange);
    expect(again.body["error"]).toBe("sign_in_failed");
    const renewed = await refresh({ cookie });
    expect([renewed.status, renewed.body.person_id]).toEqual([200, body.person_id]);
    const next = cookieOf(renewed.headers);
    const session = bearer(renewed.body.access_token);
    const former = await call(
      undefined,
      "GET",
      "/v1/session",
      undefined,
      bearer(body.access_token),
    );
    expect(former.body["error"]).toBe("invalid_session");
    const fetched = await call(undefined, "GET", "/v1/session", undefined, session);
    expect(fetched.body).toMatchObject({ person: { name: "Anna" }, organisations: [] });
    const out = await call(undefined, "DELETE", "/v1/session", undefined, session);
    expect(out.headers.get("set-cookie")).toMatch(/^__Host-vat_refresh=; Max-Age=0;/);
    for (const ended of [
      await refresh({ cookie: next }),
      await call(undefined, "GET", "/v1/session", undefined, session),
    ]) {
      expect([ended.status, (ended.body as { error?: string }).error]).toEqual([
        401,
        "invalid_session",
      ]);
    }
  });

  it("is for the same person whenever the name is the same, and renews by body as well", async () => {
    const [one, other] = [await signedIn("Bo", "body"), await signedIn("Bo", "body")];
    expect(other.body.person_id).toBe(one.body.person_id);
    const token = String(one.body.refresh_token);
    const renewals = await Promise.all([1, 2, 3].map(() => refresh({}, { refresh_token: token })));
    expect(renewals.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it("is no sign-in of another page: the verifier and the nonce are of the page that began it", async () => {
    const { exchange } = await signedIn("Cy", "body");
    const { provider } = (await call<SignIn>(undefined, "GET", "/v1/sign-in")).body;
    const at = { issuer: provider.issuer, clientId: provider.client_id };
    for (const slip of [{ code_verifier: exchange.code_verifier }, { nonce: exchange.nonce }]) {
      const fresh = await signInAt(at, "Cy", `${inject("stack").url}/console`);
      const { body } = await call(undefined, "POST", "/v1/session", { ...fresh, ...slip });
      expect(body["error"]).toBe("sign_in_failed");
    }
  });
});

describe("roles in an account", () => {
  it("are given in the accounts of the practice alone, whoever has the others", async () => {
    const owner = await newPerson("owner");
    const { id, account } = await newPractice(owner);
    const other = await newPractice(await newPerson("other"));
    const invite = (named: string) =>
      call<{ readonly token: string }>(
        undefined,
        "POST",
        `/v1/organisations/${id}/members`,
        { role: "viewer", account: named },
        owner.session,
      );
    for (const named of [other.account, "nobody"]) {
      expect(await invite(named)).toMatchObject({ status: 404, body: { error: "not_found" } });
    }
    expect((await invite(account)).status).toBe(201);
    const update = (named: string) =>
      call(
        undefined,
        "PATCH",
        `/v1/organisations/${id}/members/${owner.id}`,
        { accounts: { [named]: "viewer" } },
        owner.session,
      );
    expect(await update(other.account)).toMatchObject({ status: 404 });
    expect(await update(account)).toMatchObject({ status: 200 });
  });
});

it("an invitation is accepted once, by whoever opens its link first", async () => {
  const [owner, first, second] = [
    await newPerson("owner"),
    await newPerson("1"),
    await newPerson("2"),
  ];
  const { id } = await newPractice(owner);
  const invited = await call(
    undefined,
    "POST",
    `/v1/organisations/${id}/members`,
    { role: "preparer" },
    owner.session,
  );
  const { token } = invited.body as { token: string };
  noteSecrets([token.split(".").at(-1) ?? ""]);
  const accept = (person: SignedIn) =>
    call(undefined, "POST", "/v1/invitations/accept", { token }, person.session);
  expect((await accept(first)).status).toBe(200);
  const late = await accept(second);
  expect([late.status, late.body["error"]]).toEqual([404, "not_found"]);
  const members = await call(
    undefined,
    "GET",
    `/v1/organisations/${id}/members`,
    undefined,
    owner.session,
  );
  const listed = members.body["items"] as { person: { id: string } }[];
  // In the order in which they joined.
  expect(listed.map(({ person }) => person.id)).toEqual([owner.id, first.id]);
});

describe("clients of a practice", () => {
  it("are made from a spreadsheet, once for each reference, and a faulty file makes none", async () => {
    const owner = await newPerson("owner");
    const { id } = await newPractice(owner);
    const accounts = `/v1/organisations/${id}/accounts`;
    type Made = { readonly items: readonly { account: LedgerId; status: string; name: string }[] };
    const send = (csv: string) =>
      call<Made & { details?: readonly { field: string; message: string }[] }>(
        undefined,
        "POST",
        `${accounts}/import`,
        { csv },
        owner.session,
      );
    const faulty = await send("name,reference\nKaffe,1\n,2\nTe,1\n");
    expect(faulty.body.details?.map(({ field }) => field)).toEqual([
      "csv.line_3.name",
      "csv.line_4.reference",
    ]);
    const lines = Array.from({ length: 60 }, (_, n) => `Client ${n};${n}`).join("\r\n");
    const first = await send(`\uFEFFName;Reference\r\n${lines}\r\n`);
    expect(first.body.items.filter(({ status }) => status === "created")).toHaveLength(60);
    const second = await send(`name\treference\nOther name\t7\nNew\t60\n`);
    expect(second.body.items.map(({ name, status }) => [name, status])).toEqual([
      ["Client 7", "existing"],
      ["New", "created"],
    ]);
    const { body } = await call<{ items: readonly object[]; next_cursor: string | null }>(
      undefined,
      "GET",
      `${accounts}?limit=50`,
      undefined,
      owner.session,
    );
    const rest = await call<typeof body>(
      undefined,
      "GET",
      `${accounts}?limit=50&cursor=${body.next_cursor}`,
      undefined,
      owner.session,
    );
    expect([body.items.length, rest.body.items.length, rest.body.next_cursor]).toEqual([
      50,
      12,
      null,
    ]);
  });
});

describe("the name of a client", () => {
  const rename = (by: SignedIn, organisation: string, account: string, body: unknown) =>
    call<{ name: string; details?: { field: string }[] }>(
      undefined,
      "PATCH",
      `/v1/organisations/${organisation}/accounts/${account}`,
      JSON.stringify(body),
      by.session,
    );
  const namesOf = async (by: SignedIn, organisation: string) => {
    const { body } = await call<{ items: { name: string }[] }>(
      undefined,
      "GET",
      `/v1/organisations/${organisation}/accounts`,
      undefined,
      by.session,
    );
    return body.items.map(({ name }) => name);
  };

  it("is changed, also by the same request again and by several at once", async () => {
    const owner = await newPerson("owner");
    const { id, account } = await newPractice(owner);
    const changed = await rename(owner, id, account, { name: "Kaffe & Te AB" });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({ account, name: "Kaffe & Te AB", reference: null });
    expect((await rename(owner, id, account, { name: "Kaffe & Te AB" })).body).toEqual(
      changed.body,
    );
    const names = ["A", "B", "C"];
    const answers = await Promise.all(names.map((name) => rename(owner, id, account, { name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(names).toContain((await namesOf(owner, id))[0]);
    // Neither of two changes of other fields is lost.
    const left_on = "2026-07-01";
    await Promise.all([{ name: "D" }, { left_on }].map((body) => rename(owner, id, account, body)));
    const both = await rename(owner, id, account, { name: "D" });
    expect(both.body).toMatchObject({ name: "D", left_on });
  });

  it.for<[string, object, string[]]>([
    ["nothing", {}, [""]],
    ["an empty name", { name: "" }, ["name"]],
    ["a name of two lines", { name: "a\nb" }, ["name"]],
    ["a number", { name: 1 }, ["name"]],
    ["an unknown field", { name: "x", reference: "1" }, ["reference"]],
  ])("stays with %s", async ([, body, fields]) => {
    const owner = await newPerson("owner");
    const { id, account } = await newPractice(owner);
    const refused = await rename(owner, id, account, body);
    expect(refused.status).toBe(400);
    expect(refused.body.details?.map(({ field }) => field)).toEqual(fields);
    expect(await namesOf(owner, id)).toEqual(["Client"]);
  });

  it("stays for owners of others, and for accounts of others", async () => {
    const [owner, stranger] = [await newPerson("owner"), await newPerson("stranger")];
    const [own, other] = [await newPractice(owner), await newPractice(stranger)];
    const body = { name: "Mine" };
    expect((await rename(stranger, own.id, own.account, body)).status).toBe(404);
    expect((await rename(owner, own.id, other.account, body)).status).toBe(404);
    expect(await namesOf(stranger, other.id)).toEqual(["Client"]);
  });
});
