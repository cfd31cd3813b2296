import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { idempotencyName } from "../../../shared/api/middleware/idempotency.ts";
import * as routes from "../../../shared/api/routes.ts";
import { claim } from "../../../shared/api/store-idempotency.ts";
import { type AuthorId, accountOf } from "../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { idempotencyKey } from "../../../shared/platform/table/keys.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";

const SHOP = { source_key: "shop", display_name: "Shop", channel_type: "owned_store" };

const create = (account: Account, key: string, body: unknown = SHOP) =>
  call(account.full, "POST", "/v1/sources", body, { "Idempotency-Key": key });

/** Asks again while it is told that the first request is still running, as on a busy machine. */
async function retryOn503(account: Account, key: string) {
  for (;;) {
    const answer = await create(account, key);
    const message = String(answer.body["message"]);
    if (answer.status !== 409 || !message.includes("is still running")) return answer;
  }
}

const isReplay = (headers: Headers) => headers.get("idempotency-replayed") === "true";

const profiles = async (account: Account) =>
  (await call<{ items: unknown[] }>(account.full, "GET", "/v1/sources")).body.items;

describe("a POST with an Idempotency-Key", () => {
  test("answers the same to the same request, and does it once", async () => {
    const account = await newAccount();
    const first = await create(account, "k");
    const second = await create(account, "k");
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([isReplay(first.headers), isReplay(second.headers)]).toEqual([false, true]);
    // Once: the stored response has no time of its own.
    expect(second.headers.get("server-timing")?.split(",")).toHaveLength(1);
    expect(await profiles(account)).toHaveLength(1);
  });

  test("is not used up by a malformed body", async () => {
    const account = await newAccount();
    const refused = await create(account, "k", { ...SHOP, channel_type: "shop" });
    const corrected = await create(account, "k");
    expect([refused.status, corrected.status]).toEqual([400, 201]);
    expect((await create(account, "k", { ...SHOP, channel_type: "shop" })).body).toMatchObject({
      error: "idempotency_conflict",
    });
  });

  test("is not used up by a conflict (409), and the same request is tried again", async () => {
    const account = await newAccount();
    const { full } = account;
    const sale = makeSale({ supply_date: "2024-08-01" as never });
    const once = { "Idempotency-Key": "sale" };
    await call(full, "POST", "/v1/supply-events", sale);
    const other = { ...sale, vat_amount_minor: 1_901 };
    const taken = await call(full, "POST", "/v1/supply-events", other, once);
    expect([taken.status, taken.body["error"]]).toEqual([409, "event_conflict"]);
    const renamed = { ...other, event_id: "sale-2" };
    const second = await call(full, "POST", "/v1/supply-events", renamed, once);
    expect([second.status, isReplay(second.headers)]).toEqual([200, false]);
  });

  test("is not used up by a lock that was refused (422): register, and lock with the same key", async () => {
    const { full } = await newAccount();
    const path = "/v1/reports/locked-return-periods/union-oss?period=2024-Q3";
    const lock = () => call(full, "POST", path, undefined, { "Idempotency-Key": "lock" });
    const refused = await lock();
    expect([refused.status, refused.body["error"]]).toEqual([422, "registration_required"]);
    await call(full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: "2024-01-01",
      status: "active",
    });
    const [first, again] = [await lock(), await lock()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect([isReplay(first.headers), isReplay(again.headers)]).toEqual([false, true]);
  });

  test("refuses its key for another body", async () => {
    const account = await newAccount();
    await create(account, "k");
    const other = await create(account, "k", { ...SHOP, display_name: "Other" });
    expect([other.status, other.body]).toMatchObject([409, { error: "idempotency_conflict" }]);
  });

  test("refuses its key for another X-Source-ID, and for none", async () => {
    const { full } = await newAccount();
    const commit = (source: Record<string, string>) =>
      call(full, "POST", "/v1/supply-events", makeSale(), { "Idempotency-Key": "k", ...source });
    const first = await commit({ "X-Source-ID": "shop-1" });
    const again = await commit({ "X-Source-ID": "shop-1" });
    expect([first.status, again.status, isReplay(again.headers)]).toEqual([200, 200, true]);
    for (const other of [await commit({ "X-Source-ID": "shop-2" }), await commit({})]) {
      expect([other.status, other.body["error"]]).toEqual([409, "idempotency_conflict"]);
    }
  });

  test("refuses its key for an empty X-Source-ID, which is refused without a key as well", async () => {
    const { full } = await newAccount();
    const commit = (headers: Record<string, string>) =>
      call(full, "POST", "/v1/supply-events", makeSale(), headers);
    expect((await commit({ "Idempotency-Key": "k" })).status).toBe(200);
    const again = await commit({ "Idempotency-Key": "k", "X-Source-ID": "" });
    expect([again.status, again.body["error"]]).toEqual([409, "idempotency_conflict"]);
    expect((await commit({ "X-Source-ID": "" })).status).toBe(400);
  });

  test("is one of its route: the same key at another route is another", async () => {
    const account = await newAccount();
    await create(account, "k");
    const headers = { "Idempotency-Key": "k" };
    const other = await call(account.full, "POST", "/v1/supply-events", makeSale(), headers);
    expect([other.status, isReplay(other.headers)]).toEqual([200, false]);
  });

  test("of a read-only key is in nobody's way, at another route and at the same", async () => {
    const { readOnly, full } = await newAccount();
    const headers = { "Idempotency-Key": "order-77" };
    const check = (key: string, amount_minor: number) => {
      const body = { threshold_type: "ioss", amount_minor };
      return call(key, "POST", "/v1/vat/threshold-check", body, headers);
    };
    expect((await check(readOnly, 1)).status).toBe(200);
    const commit = await call(full, "POST", "/v1/supply-events", makeSale(), headers);
    expect([commit.status, isReplay(commit.headers)]).toEqual([200, false]);
    const same = await check(full, 2);
    expect([same.status, isReplay(same.headers)]).toEqual([200, false]);
  });

  test("keeps accounts apart", async () => {
    const [one, other] = await Promise.all([newAccount(), newAccount()]);
    await create(one, "k");
    const answer = await create(other, "k", { ...SHOP, display_name: "Other" });
    expect([answer.status, isReplay(answer.headers)]).toEqual([201, false]);
  });

  test("is carried out once when sixteen arrive together", async () => {
    const account = await newAccount();
    const answers = await Promise.all(Array.from({ length: 16 }, () => retryOn503(account, "k")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ headers }) => !isReplay(headers))).toHaveLength(1);
    expect(await profiles(account)).toHaveLength(1);
  });

  test.for(["", " ".repeat(256), "x".repeat(256)])("refuses the key %j", async (key) => {
    const account = await newAccount();
    const { status, body } = await create(account, key);
    // A header of blanks alone arrives empty.
    expect([status, body]).toMatchObject([400, { error: "invalid_request" }]);
  });

  test("checks the API key first, whatever was answered before", async () => {
    const account = await newAccount();
    await create(account, "k");
    const { status } = await call(account.readOnly, "POST", "/v1/sources", SHOP, {
      "Idempotency-Key": "k",
    });
    expect(status).toBe(403);
  });
});

/** The slot of a key does not depend on these. */
const NO_CALL = { rawPath: "", rawQueryString: "", isBase64Encoded: false, headers: {} };

describe("a claimed key", () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

  test("is free again after a day, and after a minute when its request has died", async () => {
    const slot = { account: `idempotency-${randomUUID()}` as AuthorId, slot: "k" };
    const [one, other] = [
      { ...slot, request: "request" },
      { ...slot, request: "other" },
    ];
    expect(await claim(one, at(0))).toMatchObject({ status: "claimed" });
    expect(await claim(one, at(59))).toEqual({ status: "in_progress" });
    expect(await claim(other, at(61))).toEqual({ status: "other_request" });
    expect(await claim(one, at(60))).toMatchObject({ status: "claimed" });
    expect(await claim(other, at(60 + 86_400))).toMatchObject({
      status: "claimed",
    });
  });

  test("answers no longer than a day, though the item may still be there", async () => {
    const account = await newAccount();
    await create(account, "k");
    const caller = {
      ledger: account.account,
      account: accountOf(account.account),
      author: "-" as AuthorId,
      scope: "full",
    } as const;
    const { slot } = idempotencyName(routes.createSource, { ...NO_CALL, caller }, "k");
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: idempotencyKey(account.account, slot),
        UpdateExpression: "SET expires_at = :past",
        ExpressionAttributeValues: { ":past": Math.floor(Date.now() / 1000) - 1 },
      }),
    );
    const later = await create(account, "k");
    expect([later.status, later.body]).toMatchObject([409, { error: "source_key_taken" }]);
  });
});
