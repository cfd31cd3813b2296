import { expect, test } from "vitest";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { calculate, calculated, listed, makeCalculation } from "../../../../stack/calculations.ts";

type Unknown = { readonly items: readonly object[] };

const unknown = async (account: Account) =>
  (await call<Unknown>(account.readOnly, "GET", "/v1/sources/unknown")).body.items;

const today = () => new Date().toISOString().slice(0, 10);

test("calculations are counted under their source tag, on the day they came in", async () => {
  const account = await newAccount("tags");
  const day = today();
  await Promise.all(
    Array.from({ length: 24 }, () => calculated(account, {}, { "X-Source-ID": "shop/de" })),
  );
  await calculated(account, { transaction_date: "2024-01-01" }, { "X-Source-ID": "till" });
  await calculated(account);
  expect([day, today()]).toContain(day);
  expect(await unknown(account)).toEqual([
    { source_id: "shop/de", transaction_count: 24, first_seen: day, last_seen: day },
    { source_id: "till", transaction_count: 1, first_seen: day, last_seen: day },
  ]);
  expect((await listed(account, "?source_id=shop/de&limit=200")).body.items).toHaveLength(24);
});

test("a refused calculation counts nothing", async () => {
  const account = await newAccount("tags");
  const body = makeCalculation({ country: "US" });
  const { status } = await calculate(account, body, { "X-Source-ID": "shop" });
  expect([status, await unknown(account)]).toEqual([400, []]);
});

test("a tag stays a filter of transactions when it gets a profile", async () => {
  const account = await newAccount("tags");
  await calculated(account, {}, { "X-Source-ID": "shop" });
  const profile = { source_key: "shop", display_name: "Shop", channel_type: "owned_store" };
  await call(account.full, "POST", "/v1/sources", profile);
  expect(await unknown(account)).toEqual([]);
  expect((await listed(account, "?source_id=shop")).body.items).toHaveLength(1);
});
