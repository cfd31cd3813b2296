import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { issueKey, revokeKey, rotateKey } from "../../../scripts/operate/api-keys/keys.ts";
import { parseApiKey } from "../../../shared/api/authentication.ts";
import { sha256Of } from "../../../shared/core/hash.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { loadApiKey } from "../../../shared/platform/credentials/store-api-key.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { accountRecordKey, apiKeyKey } from "../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);
const partsOf = (text: string) => parseApiKey(text) as NonNullable<ReturnType<typeof parseApiKey>>;

const read = (key: string | undefined) => call(key, "GET", "/v1/account");
const write = (key: string | undefined) =>
  call(key, "PUT", "/v1/account", { establishment_country: "DE", fixed_establishments: [] });

const issued = (account: LedgerId, mode: "live" | "test" = "live", now = new Date()) =>
  issueKey({ account, scope: "full", mode }, now);

const REFUSED = { status: 401, body: { error: "invalid_api_key" } };

let acme: Account;
beforeAll(async () => {
  acme = await newAccount("acme");
});

describe("a key", () => {
  it("opens its own account, live or test", async () => {
    for (const mode of ["live", "test"] as const) {
      expect(await read(await issued(acme.account, mode))).toMatchObject({ status: 200 });
    }
  });

  it("reads but does not write when it is read-only", async () => {
    expect(await read(acme.readOnly)).toMatchObject({ status: 200 });
    expect(await write(acme.readOnly)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect(await write(acme.full)).toMatchObject({ status: 200 });
  });

  it("is asked for", async () => {
    const missing = { status: 401, body: { error: "missing_api_key" } };
    expect(await read(undefined)).toMatchObject(missing);
    expect(await read("")).toMatchObject(missing);
  });

  it("is not asked for where a route is public", async () => {
    expect(await call(undefined, "GET", "/health")).toMatchObject({ body: { status: "ok" } });
    expect(await call("nonsense", "GET", "/health")).toMatchObject({ body: { status: "ok" } });
  });

  const id = (key: string) => partsOf(key).keyId;
  const secret = (key: string) => partsOf(key).secret;
  it.for<[string, (own: string, other: string) => string]>([
    ["no form at all", () => "nonsense"],
    ["the form of nobody's key", () => `vat_test_0123456789abcdef_${"x".repeat(43)}`],
    ["a mode that does not exist", (own) => own.replace("_live_", "_prod_")],
    ["the other mode", (own) => own.replace("_live_", "_test_")],
    ["another key's secret", (own, other) => `vat_live_${id(own)}_${secret(other)}`],
    ["a shortened secret", (own) => own.slice(0, -1)],
    ["a lengthened secret", (own) => `${own}x`],
    ["its hash in the secret's place", (own) => `vat_live_${id(own)}_${sha256Of(secret(own))}`],
    ["upper case", (own) => own.toUpperCase()],
    ["a second key after a comma", (own, other) => `${own},${other}`],
  ])("with %s opens nothing", async ([, changed]) => {
    expect(await read(changed(acme.full, acme.readOnly))).toMatchObject(REFUSED);
  });

  it("is stored without its secret", async () => {
    const { keyId, secret } = partsOf(acme.full);
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName(), Key: apiKeyKey(keyId) }),
    );
    expect(Item).toMatchObject({ key_id: keyId, account: acme.account, scope: "full" });
    expect(JSON.stringify(Item)).not.toContain(secret);
  });
});

describe("the end of a key", () => {
  it("comes at once when it is revoked", async () => {
    const key = await issued(acme.account);
    expect(await read(key)).toMatchObject({ status: 200 });
    await revokeKey(partsOf(key).keyId, new Date());
    expect(await read(key)).toMatchObject(REFUSED);
  });

  it("comes 48 hours after its rotation, and the new key is like the old one", async () => {
    const rotatedAt = hoursAgo(1);
    const old = await issued(acme.account);
    const fresh = await rotateKey(partsOf(old).keyId, rotatedAt);
    expect(await read(old)).toMatchObject({ status: 200 });
    expect(await write(fresh)).toMatchObject({ status: 200 });
    const { expires_at } = (await loadApiKey(partsOf(old).keyId)) ?? {};
    expect(expires_at).toBe(new Date(rotatedAt.getTime() + 48 * HOUR).toISOString());
    expect(await loadApiKey(partsOf(fresh).keyId)).toMatchObject({
      account: acme.account,
      scope: "full",
      mode: "live",
    });
  });

  it.for([
    [47.9, 200],
    [48.1, 401],
  ] as const)("%d hours after the rotation answers %i", async ([hours, status]) => {
    const old = await issued(acme.account);
    await rotateKey(partsOf(old).keyId, hoursAgo(hours));
    expect((await read(old)).status).toBe(status);
  });

  it("comes earlier when a rotated key is revoked", async () => {
    const old = await issued(acme.account);
    await rotateKey(partsOf(old).keyId, new Date());
    await revokeKey(partsOf(old).keyId, new Date());
    expect(await read(old)).toMatchObject(REFUSED);
  });

  it("does not move", async () => {
    const key = partsOf(await issued(acme.account));
    await rotateKey(key.keyId, new Date());
    await expect(rotateKey(key.keyId, new Date())).rejects.toThrow("rotated or revoked already");
    await revokeKey(key.keyId, new Date());
    await expect(revokeKey(key.keyId, new Date())).rejects.toThrow("rotated or revoked already");
    await expect(revokeKey("0123456789abcdef" as AuthorId, new Date())).rejects.toThrow(
      "there is no key",
    );
  });
});

it("an account comes into being with its first key and stays as it is", async () => {
  const { account } = await newAccount();
  const record = async () => {
    const Key = accountRecordKey(account);
    return (await dynamo.send(new GetCommand({ TableName: tableName(), Key }))).Item;
  };
  const before = await record();
  expect(before).toMatchObject({ account, created_at: expect.any(String) });
  await issued(account, "live", new Date(Date.now() + HOUR));
  expect(await record()).toEqual(before);
});

describe("two faults at once", () => {
  const broken = (key: string | undefined) => call(key, "PUT", "/v1/account", "{");
  const stranger = `vat_live_0123456789abcdef_${"x".repeat(43)}`;

  it.for<[string, string | undefined, number, string]>([
    ["no key", undefined, 401, "missing_api_key"],
    ["a wrong key", stranger, 401, "invalid_api_key"],
  ])("%s goes before a broken body and a missing thing", async ([, key, status, error]) => {
    expect(await broken(key)).toMatchObject({ status, body: { error } });
    expect(await call(key, "GET", "/v1/supply-events/none")).toMatchObject({
      status,
      body: { error },
    });
  });

  it("too small a scope goes before a broken body, and that before everything else", async () => {
    expect(await broken(acme.readOnly)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect(await broken(acme.full)).toMatchObject({ status: 400, body: { error: "invalid_json" } });
  });

  it("malformed input goes before a missing thing", async () => {
    const path = "/v1/supply-events/none";
    expect(await call(acme.full, "GET", `${path}?colour=red`)).toMatchObject({ status: 400 });
    expect(await call(acme.full, "GET", path)).toMatchObject({ status: 404 });
  });
});
