import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import { accountOf, type LedgerId } from "../../../../shared/core/ids.ts";
import {
  eraseFullIdentifiers,
  loadFullIdentifier,
  saveFullIdentifiers,
} from "../../../../shared/ledger/full-identifiers/store-full-identifiers.ts";
import { operateAccounts } from "../../../../shared/operations/lifecycle/operate-accounts.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { Sealed, unseal } from "../../../../shared/platform/sealing.ts";
import { fullIdentifiersKey } from "../../../../shared/platform/table/keys.ts";
import { ITEMS } from "../../../../shared/platform/table/registry.ts";
import { itemsOf } from "../../../stack/account-items.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { commit, locked, sale } from "../../returns/locks/locking.ts";
import { filer, filesOf } from "./filing.ts";

const PATH = "/v1/account/identifiers";
const NUMBER = "SK2020273893";
const FILE = { format: "sk_dposs", filer: {} };

const put = ({ full }: Account, items: readonly object[]) => call(full, "PUT", PATH, { items });
const file = (key: string) => call(key, "POST", filesOf(), FILE);

async function filerWithLock(): Promise<Account> {
  const account = await filer("SK", NUMBER);
  noteSecrets([NUMBER, NUMBER.slice(2)]);
  await commit(account, sale({ dispatch_country: "SK" }));
  await locked(account, "2025-Q3");
  return account;
}

/** Of the tests that lock nothing. */
let withoutNumbers: Account;
beforeAll(async () => {
  withoutNumbers = await filer("SK", NUMBER);
});

const storedItem = async (account: LedgerId) => {
  const Key = fullIdentifiersKey(account);
  const { Item } = await dynamo.send(new GetCommand({ TableName: tableName(), Key }));
  return Item;
};

it("a stored number makes a file and a reference, and is shown masked alone", async () => {
  const account = await filerWithLock();
  expect(await file(account.full)).toMatchObject({
    status: 400,
    body: { details: [{ field: "filer.vat_number" }] },
  });
  const stored = await put(account, [{ registration_id: 1, number: "2020 273 893" }]);
  expect(stored).toMatchObject({
    status: 200,
    body: {
      items: [
        { registration_id: 1, number_masked: "SK********93", intermediary_number_masked: null },
      ],
    },
  });
  expect((await call(account.readOnly, "GET", PATH)).body).toEqual(stored.body);

  const made = await file(account.full);
  expect(made.status).toBe(200);
  expect(made.text).toContain(NUMBER.slice(2));
  // A read-only key gets no number that it does not send.
  expect((await file(account.readOnly)).status).toBe(400);
  const order = {
    format: "pain_001",
    creditor: { name: "Financna sprava", iban: "SK3112000000198742637541" },
    debtor: { name: "Sample", iban: "SK3112000000198742637541" },
  };
  const paths = filesOf().replace(/files$/, "payment-order");
  const paid = await call(account.full, "POST", paths, order);
  expect(paid.status).toBe(200);
  expect(paid.text).toContain(`SK/${NUMBER}/Q3.2025`);
  expect((await call(account.readOnly, "POST", paths, order)).status).toBe(400);
  const asked = { format: "reference" };
  expect((await call(account.full, "POST", paths, asked)).text).toBe(`SK/${NUMBER}/Q3.2025`);
  expect((await call(account.readOnly, "POST", paths, asked)).status).toBe(400);
});

it("a number of another form, registration or mask is rejected, and not repeated", async () => {
  const account = withoutNumbers;
  const other = "SK4030000007";
  noteSecrets([other]);
  for (const [item, field] of [
    [{ registration_id: 2, number: NUMBER }, "items.0.registration_id"],
    [{ registration_id: 1, number: "DE123" }, "items.0.number"],
    [{ registration_id: 1, number: other }, "items.0.number"],
    [
      { registration_id: 1, number: NUMBER, intermediary_number: "IN1" },
      "items.0.intermediary_number",
    ],
  ] as const) {
    const { status, body, text } = await put(account, [item]);
    expect([status, body]).toMatchObject([
      400,
      { details: expect.arrayContaining([expect.objectContaining({ field })]) },
    ]);
    expect(text).not.toContain(item.number);
  }
  expect((await call(account.readOnly, "PUT", PATH, { items: [] })).status).toBe(403);
});

it("nothing of the table has a number in clear, nor does the journal take it", async () => {
  const account = withoutNumbers;
  await put(account, [{ registration_id: 1, number: NUMBER }]);
  const dump = JSON.stringify([...(await itemsOf(account.account)).entries()]);
  expect(dump).toContain("FULL_IDENTIFIERS#");
  expect(dump).not.toContain(NUMBER.slice(2));
  const item = ITEMS.find(({ group }) => group === "full_identifiers");
  expect(item).toMatchObject({ journal: false });
});

it("an erasure leaves a ciphertext that nothing opens", async () => {
  const account = withoutNumbers;
  await put(account, [{ registration_id: 1, number: NUMBER }]);
  const name = account.account;
  // A copy of the item, as a backup has it.
  const sealed = Sealed.parse((await storedItem(name))?.["sealed"]);
  const context = { account: name, use: "identifiers" };
  expect(await unseal(sealed, context)).toContain(NUMBER);
  await expect(unseal(sealed, { ...context, account: "other" })).rejects.toThrow();

  expect(await call(account.full, "DELETE", PATH)).toMatchObject({
    status: 200,
    body: { items: [{ registration_id: 1 }], stored_at: expect.any(String) },
  });
  expect(await loadFullIdentifier(name, 1)).toBeUndefined();
  expect(await storedItem(name)).not.toHaveProperty("sealed");
  const { ciphertext, nonce, tag } = sealed;
  await put(account, [{ registration_id: 1, number: NUMBER }]);
  const { wrapped_key } = Sealed.parse((await storedItem(name))?.["sealed"]);
  // The next numbers have another key, which does not open those before.
  await expect(unseal({ ciphertext, nonce, tag, wrapped_key }, context)).rejects.toThrow();

  await operateAccounts({ action: "close", account: accountOf(name) }, new Date());
  await operateAccounts({ action: "erase-free-text", account: accountOf(name) }, new Date());
  expect(await loadFullIdentifier(name, 1)).toBeUndefined();
});

it("the numbers of an account do not open those of another", async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const by = { keep_others: false, author: "test", now: new Date() };
  await saveFullIdentifiers(one.account, [{ registration_id: 1, number: NUMBER }], by);
  expect(await loadFullIdentifier(other.account, 1)).toBeUndefined();
  expect(await loadFullIdentifier(one.account, 2)).toBeUndefined();
});

it("numbers that are stored with keep_others leave those of other registrations, also at once", async () => {
  const { account: ledger } = await newAccount();
  const save = (registration_id: number, number: string, keep_others = true) =>
    saveFullIdentifiers(ledger, [{ registration_id, number }], {
      keep_others,
      author: "test",
      now: new Date(),
    });
  const stored = async (...ids: number[]) =>
    (await Promise.all(ids.map((id) => loadFullIdentifier(ledger, id)))).map(
      (item) => item?.number,
    );
  await Promise.all([save(1, "SK1"), save(2, "SK2"), save(3, "SK3")]);
  expect(await stored(1, 2, 3)).toEqual(["SK1", "SK2", "SK3"]);
  await save(2, "SK4");
  await save(2, "SK5");
  expect(await stored(1, 2, 3)).toEqual(["SK1", "SK5", "SK3"]);
  expect(Object.keys((await storedItem(ledger))?.["kept"])).toHaveLength(2);
  await save(3, "SK6", false);
  expect(await stored(1, 2, 3)).toEqual([undefined, undefined, "SK6"]);
  await eraseFullIdentifiers(ledger);
  await save(1, "SK7");
  expect(await stored(1, 2, 3)).toEqual(["SK7", undefined, undefined]);
});

it("a number that another request stores in the same millisecond is not lost", async () => {
  const { account: ledger } = await newAccount();
  const now = new Date();
  const save = (registration_id: number, number: string) =>
    saveFullIdentifiers(ledger, [{ registration_id, number }], {
      keep_others: true,
      author: "test",
      now,
    });
  await save(1, "SK1");
  let between: (() => Promise<unknown>) | undefined = () => save(3, "SK3");
  atEachCall(dynamo, (next, { commandName = "" }) => async (args) => {
    if (!commandName.startsWith("Put")) return next(args);
    const other = between;
    between = undefined;
    await other?.();
    return next(args);
  });
  await save(2, "SK2");
  const numbers = await Promise.all([1, 2, 3].map((id) => loadFullIdentifier(ledger, id)));
  expect(numbers.map((item) => item?.number)).toEqual(["SK1", "SK2", "SK3"]);
});

it("a number is stored beside that of another scheme", async () => {
  const seller = await filer("SK", NUMBER);
  const ioss = {
    scheme_type: "ioss",
    member_state_identification: "SK",
    effective_from: "2021-07-01",
    status: "active",
  };
  const { body } = await call(seller.full, "POST", "/v1/tax-registrations", ioss);
  const { id } = body as { readonly id: number };
  await put(seller, [{ registration_id: 1, number: NUMBER }]);
  const items = [{ registration_id: id, number: "IM7030000123" }];
  expect(await call(seller.full, "PUT", PATH, { items, keep_others: true })).toMatchObject({
    status: 200,
    body: {
      items: [{ registration_id: 1, number_masked: "SK********93" }, { registration_id: id }],
    },
  });
  const numbers = [1, id].map(
    async (one) => (await loadFullIdentifier(seller.account, one))?.number,
  );
  expect(await Promise.all(numbers)).toEqual([NUMBER, "IM7030000123"]);
});
