import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import type { SettingChange } from "../../../shared/accounts/setting-changes.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { changesOf } from "../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { keyIdOf } from "../../stack/key-parts.ts";

type Page = { readonly items: SettingChange[]; readonly next_cursor: string | null };

const list = async (account: Account, query = "") =>
  (await call<Page>(account.readOnly, "GET", `/v1/account/changes${query}`)).body;

const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  vat_registration_number: "SE556000123101",
  effective_from: "2021-07-01",
  status: "active",
};

const SHOP = { source_key: "shop", display_name: "Shop", channel_type: "owned_store" };

it("tells who changed what of registrations, profile and sources, the newest first", async () => {
  const account = await newAccount("changes");
  const { full } = account;
  expect(await list(account)).toEqual({ items: [], next_cursor: null });
  await call(full, "POST", "/v1/tax-registrations", UNION);
  await call(full, "PATCH", "/v1/tax-registrations/1", { status: "excluded" });
  await call(full, "PUT", "/v1/account", { establishment_country: "SE" });
  await call(full, "POST", "/v1/sources", SHOP);
  await call(full, "PATCH", "/v1/sources/1", { active: false });

  const { items } = await list(account);
  expect(items.map(({ subject, version }) => `${subject} ${version}`)).toEqual([
    "sources 2",
    "sources 1",
    "profile 1",
    "registrations 2",
    "registrations 1",
  ]);
  expect(new Set(items.map(({ key_id }) => key_id))).toEqual(new Set([keyIdOf(full)]));
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ id: 1, before: { active: true }, after: { active: false } }],
    [expect.objectContaining({ id: 1, before: null })],
    [
      {
        id: null,
        before: { rows: [] },
        after: { rows: [{ establishment_country: "SE", fixed_establishments: [] }] },
      },
    ],
    [{ id: 1, before: { status: "active" }, after: { status: "excluded" } }],
    [expect.objectContaining({ id: 1, before: null })],
  ]);
});

it("has numbers as masked as they are kept", async () => {
  const account = await newAccount("masked");
  await call(account.full, "POST", "/v1/tax-registrations", UNION);
  const { TableName, ...query } = { TableName: tableName(), ...changesOf(account.account) };
  const { Items } = await dynamo.send(new QueryCommand({ TableName, ...query }));
  expect(Items).toHaveLength(1);
  expect(JSON.stringify(Items)).not.toContain("556000123101");
  const [created] = (await list(account)).items[0]?.changes ?? [];
  expect(created?.after).toMatchObject({ vat_registration_number_masked: "SE**********01" });
});

it("adds nothing where nothing was changed, or a change was refused", async () => {
  const account = await newAccount("same");
  const { full } = account;
  await call(full, "POST", "/v1/tax-registrations", UNION);
  await call(full, "PATCH", "/v1/tax-registrations/1", { status: "active" });
  expect((await call(full, "POST", "/v1/tax-registrations", UNION)).status).toBe(409);
  expect((await list(account)).items).toHaveLength(1);
});

it("adds one of changes at once for each that went through", async () => {
  const account = await newAccount("at-once");
  const names = ["a", "b", "c", "d", "e", "f"];
  await Promise.all(
    names.map((source_key) => call(account.full, "POST", "/v1/sources", { ...SHOP, source_key })),
  );
  const { items } = await list(account);
  expect(items.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  const created = items.flatMap(({ changes }) => changes.map(({ after }) => after?.["source_key"]));
  expect(created.sort()).toEqual(names);
});

it("comes in pages", async () => {
  const account = await newAccount("pages");
  for (const source_key of ["a", "b", "c"]) {
    await call(account.full, "POST", "/v1/sources", { ...SHOP, source_key });
  }
  const first = await list(account, "?limit=2");
  const last = await list(account, `?limit=2&cursor=${first.next_cursor}`);
  expect([...first.items, ...last.items].map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(last.next_cursor).toBeNull();
  const made = await call(account.readOnly, "GET", "/v1/account/changes?cursor=made-up");
  expect(made.status).toBe(400);
});
