import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { idempotencyName } from "../../../shared/api/middleware/idempotency.ts";
import type { Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { idempotencyKey } from "../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

type Made = Readonly<Record<string, unknown>> & { readonly id: string };
type Post = (key?: string) => ReturnType<typeof call<Made>>;

const ONCE = { "Idempotency-Key": "once" };
const KEY = { name: "shop", scope: "read-only" };
const HOOK = { url: "https://hooks.example.com/vat", events: ["threshold.crossed"] };

const posts =
  (path: string, body?: object) =>
  ({ full }: Account): Post =>
  (key = full) =>
    call<Made>(key, "POST", path, body, ONCE);

const count = async ({ full }: Account, path: string) =>
  (await call<{ items: unknown[] }>(full, "GET", path)).body.items.length;

/** Each route of an account whose response has a secret: how it is called, and the field with the secret. */
const SECRETS: Readonly<
  Record<string, { secret: string; of: (account: Account) => Promise<Post> | Post }>
> = {
  createApiKey: { secret: "api_key", of: posts("/v1/api-keys", KEY) },
  rotateApiKey: {
    secret: "api_key",
    of: async (account) => {
      const made = await call<Made>(account.full, "POST", "/v1/api-keys", KEY);
      return posts(`/v1/api-keys/${made.body.id}/rotate`)(account);
    },
  },
  createWebhook: { secret: "secret", of: posts("/v1/webhooks", HOOK) },
  rotateWebhookSecret: {
    secret: "secret",
    of: async (account) => {
      const made = await call<Made>(account.full, "POST", "/v1/webhooks", HOOK);
      return posts(`/v1/webhooks/${made.body.id}/rotate-secret`)(account);
    },
  },
  createUploadLink: {
    secret: "link",
    of: posts("/v1/upload-links", { source_id: "shop", period_key: "2026-Q1" }),
  },
  setConnectionSecret: {
    secret: "secret",
    of: async (account) => {
      const settings = { dispatch_country: "SE" };
      const shop = { kind: "woocommerce", source_id: "shop", settings };
      const made = await call<Made>(account.full, "POST", "/v1/connections", shop);
      return posts(`/v1/connections/${made.body.id}/secret`)(account);
    },
  },
};

test("every route whose response has a secret is tried here", () => {
  const sealed = Object.entries<Route>(routes).filter(([, { repeats }]) => repeats === "sealed");
  const named = sealed.map(([name]) => name).filter((name) => name !== "inviteMember");
  expect(Object.keys(SECRETS).sort()).toEqual(named.sort());
});

const ALREADY = /has created (\S+) already, and its secret is returned only once more/;

test.for(Object.entries(SECRETS))(
  "%s answers its secret again once, to the same key",
  async ([, { secret, of }]) => {
    const account = await newAccount();
    const post = await of(account);
    const first = await post();
    expect(first.body[secret]).toEqual(expect.any(String));
    const [keys, hooks] = [await count(account, "/v1/api-keys"), await hooksOf(account)];
    const again = await post();
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const third = await post();
    expect([third.status, third.body["error"]]).toEqual([409, "idempotency_conflict"]);
    expect(ALREADY.exec(String(third.body["message"]))?.[1]).toBe(first.body.id);
    // Nothing was made by the repeats.
    expect([await count(account, "/v1/api-keys"), await hooksOf(account)]).toEqual([keys, hooks]);
  },
);

const hooksOf = (account: Account) => count(account, "/v1/webhooks");

test("another key of the account is told what was made, and gets no secret", async () => {
  const account = await newAccount();
  const other = await call<{ api_key: string }>(account.full, "POST", "/v1/api-keys", {
    name: "other",
    scope: "full",
  });
  const post = posts("/v1/webhooks", HOOK)(account);
  const first = await post();
  const refused = await post(other.body.api_key);
  expect([refused.status, refused.text]).toEqual([409, expect.not.stringContaining("whsec_")]);
  expect(refused.body["message"]).toContain(first.body.id);
  const replay = await post();
  expect(replay.body).toEqual(first.body);
  expect(await hooksOf(account)).toBe(1);
});

test("an invitation is answered again to the person who invited, and to no other owner", async () => {
  const owner = await newPerson();
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/members`;
  const invite = (by: typeof owner, idempotency = ONCE, role = "owner") =>
    call<Made>(undefined, "POST", path, { role }, { ...by.session, ...idempotency });
  const first = await invite(owner);
  expect(first.status).toBe(201);
  const second = await newPerson();
  const accepted = await call(
    undefined,
    "POST",
    "/v1/invitations/accept",
    { token: first.body["token"] },
    { ...second.session, ...ONCE },
  );
  expect(accepted.status).toBe(200);
  // A slot belongs to a person, so the other owner invites with it on her own.
  const other = await invite(second);
  expect([other.status, other.body.id === first.body.id]).toEqual([201, false]);
  expect((await invite(owner)).body).toEqual(first.body);
  expect((await invite(owner)).status).toBe(409);
});

test("the table has no secret, and after a day a repeat is a new request", async () => {
  const account = await newAccount();
  const post = posts("/v1/webhooks", HOOK)(account);
  const first = await post();
  const name = idempotencyName(
    routes.createWebhook,
    {
      caller: { ...account, ledger: account.account, author: "" as never, scope: "full" } as never,
      rawPath: "/v1/webhooks",
      rawQueryString: "",
      headers: {},
      isBase64Encoded: false,
      body: JSON.stringify(HOOK),
    },
    "once",
  );
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: idempotencyKey(name.account, name.slot),
      UpdateExpression: "SET expires_at = :over",
      ConditionExpression: "attribute_exists(answer.sealed)",
      ExpressionAttributeValues: { ":over": 1 },
      ReturnValues: "ALL_OLD",
    }),
  );
  expect(JSON.stringify(Attributes)).not.toContain(String(first.body["secret"]).slice(6));
  const next = await post();
  expect([next.status, next.body.id === first.body.id]).toEqual([201, false]);
});
