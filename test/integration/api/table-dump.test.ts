import { createHash, randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { idempotencyName } from "../../../shared/api/middleware/idempotency.ts";
import * as routes from "../../../shared/api/routes.ts";
import { type AuthorId, accountOf } from "../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { idempotencyKey } from "../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";

/*
 * Goal: who has a copy of the table, and knows how the body of a request looks, does not find the VAT
 * number that only its mask is kept of. Method: the attack itself, over the numbers that the mask
 * leaves open in a small range. Against the hash that was stored before it succeeds.
 */
const NUMBER = "DK77101574";
const PATH = "/v1/tax-registrations";
const bodyOf = (vat_registration_number: string): string =>
  JSON.stringify({
    scheme_type: "union_oss",
    member_state_identification: "DK",
    effective_from: "2026-01-01",
    status: "active",
    vat_registration_number,
  });

const sha256 = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** What was stored before: nothing in it but what can be guessed. */
const formerHash = (body: string): string => sha256([PATH, "", body, false]);

/** A thousand of the million numbers that the mask leaves open, the right one among them. */
const candidates = Array.from({ length: 1000 }, (_, n) => `DK77${1000 + n}74`);

/** The number whose request has one of these hashes, by any of these ways to compute it. */
function recovered(hashes: readonly string[], ways: readonly ((body: string) => string)[]) {
  return candidates.find((number) => ways.some((way) => hashes.includes(way(bodyOf(number)))));
}

describe("a copy of the table", () => {
  let account: Account;
  let item: Record<string, unknown>;
  const key = randomUUID();

  beforeAll(async () => {
    account = await newAccount("dump");
    const headers = { "Idempotency-Key": key };
    const { status } = await call(account.full, "POST", PATH, bodyOf(NUMBER), headers);
    expect(status).toBe(201);
    const caller = {
      ledger: account.account,
      account: accountOf(account.account),
      author: "-" as AuthorId,
      scope: "full",
    } as const;
    const none = { rawPath: "", rawQueryString: "", isBase64Encoded: false, headers: {}, caller };
    const { slot } = idempotencyName(routes.createRegistration, none, key);
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName(), Key: idempotencyKey(account.account, slot) }),
    );
    item = Item ?? {};
  });

  it("has the request among what it holds, and the right number among the tries", () => {
    expect(item["request_hash"]).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(item)).toContain("DK******74");
    expect(candidates).toContain(NUMBER);
  });

  it("gave the number away by the hash that was stored before", () => {
    expect(recovered([formerHash(bodyOf(NUMBER))], [formerHash])).toBe(NUMBER);
  });

  it("gives it away no more: not by the former hash, and not with what else the item holds", () => {
    const slot = String(item["pk"]).split("#").at(-1);
    const known = Object.values(item).map(String);
    const ways = [slot, item["token"], "", account.account].map(
      (salt) => (body: string) => sha256(["request", salt, PATH, "", "", body, false]),
    );
    expect(recovered(known, [formerHash, sha256, ...ways])).toBeUndefined();
    // The same way does find it once the Idempotency-Key is known: the form of the hash is the right one.
    const withKey = (body: string) => sha256(["request", key, PATH, "", "", body, false]);
    expect(recovered(known, [withKey])).toBe(NUMBER);
  });
});
