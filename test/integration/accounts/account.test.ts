import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, test } from "vitest";
import { loadProfile } from "../../../shared/ledger/settings/store-settings.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { profileKey } from "../../../shared/platform/table/keys.ts";
import { type ProfileAnswer, UNDESCRIBED } from "../../../shared/vat/seller/profile.ts";
import { MALFORMED_PROFILE } from "../../make/malformed-bodies.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { eachNth } from "../../stack/soak.ts";

const PATH = "/v1/account";
const PROFILE = {
  establishment_country: "DE",
  fixed_establishments: [
    { country: "FR", vat_number: "FR K7 399 859 412" },
    { country: "GR", vat_number: "EL094259216" },
    { country: "IT", vat_number_masked: "IT***01" },
    { country: "ES" },
  ],
  display_name: "Beispiel GmbH",
};

let seller: Account;
beforeEach(async () => {
  seller = await newAccount("profile");
});

const put = (body: unknown) => call<ProfileAnswer>(seller.full, "PUT", PATH, body);
const get = async () => (await call<ProfileAnswer>(seller.readOnly, "GET", PATH)).body;

async function storedItem() {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(seller.account) }),
  );
  return Item;
}

it("is unset at first", async () => {
  expect(await get()).toEqual({
    account: seller.account,
    display_name: null,
    establishment_country: null,
    fixed_establishments: [],
    valid_from: null,
    history: [],
    entered_turnover: [],
    lock_requires_ready: false,
    lock_requires_second_person: false,
    updated_at: null,
  });
  expect(await loadProfile(seller.account)).toEqual(UNDESCRIBED);
});

describe("PUT", () => {
  it("sets the profile and keeps masks alone", async () => {
    const before = new Date().toISOString();
    const { status, body } = await put(PROFILE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: seller.account,
      establishment_country: "DE",
      fixed_establishments: [
        { country: "FR", vat_number_masked: "FR*********12" },
        { country: "EL", vat_number_masked: "EL*******16" },
        { country: "IT", vat_number_masked: "IT***01" },
        { country: "ES" },
      ],
      display_name: "Beispiel GmbH",
      valid_from: null,
      history: [{ establishment_country: "DE", valid_from: null, valid_to: null }],
      entered_turnover: [],
      lock_requires_ready: false,
      lock_requires_second_person: false,
      updated_at: expect.any(String),
    });
    expect(body.updated_at && body.updated_at >= before).toBe(true);
    expect(await get()).toEqual(body);
    expect(JSON.stringify([await storedItem(), body])).not.toMatch(/8594|9425/);
  });

  it("replaces the whole profile", async () => {
    await put(PROFILE);
    await put({ establishment_country: "US" });
    const { updated_at, ...profile } = await get();
    expect(profile).toEqual({
      account: seller.account,
      display_name: null,
      establishment_country: "US",
      fixed_establishments: [],
      valid_from: null,
      history: [
        {
          establishment_country: "US",
          fixed_establishments: [],
          valid_from: null,
          valid_to: null,
        },
      ],
      entered_turnover: [],
      lock_requires_ready: false,
      lock_requires_second_person: false,
    });
  });

  it("takes back what GET shows of the establishments", async () => {
    const { body } = await put(PROFILE);
    const { account, updated_at, history, ...settings } = body;
    expect((await put(settings)).body).toEqual(body);
  });

  it("is the account's own", async () => {
    await put(PROFILE);
    seller = await newAccount("other");
    expect((await get()).establishment_country).toBeNull();
  });

  test.for(eachNth(4, MALFORMED_PROFILE))(
    "400 and nothing written: %s",
    async ([, body, fields]) => {
      const refused = await call<{ error: string; details?: { field: string }[] }>(
        seller.full,
        "PUT",
        PATH,
        JSON.stringify(body),
      );
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
      const named = (refused.body.details ?? []).map(({ field }) => field);
      expect([...new Set(named)].sort()).toEqual([...fields].sort());
      expect(await storedItem()).toBeUndefined();
    },
  );

  it("needs a full key", async () => {
    const refused = await call(seller.readOnly, "PUT", PATH, PROFILE);
    expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    expect(await call(undefined, "GET", PATH)).toMatchObject({ status: 401 });
    expect(await storedItem()).toBeUndefined();
  });
});
