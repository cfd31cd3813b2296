import { expect, test } from "vitest";
import { addSource, SourceRequest, type Sources } from "../../../../shared/accounts/sources.ts";
import { updateSources } from "../../../../shared/accounts/store-sources.ts";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { inParcel } from "../../../make/consignment.ts";
import { makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed } from "../../../stack/seller.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

const today = await todayWithTimeLeft();

const SHOP = { source_key: "shop/se", display_name: "Shop", channel_type: "owned_store" };

const create = (account: Account, changes: object = {}) =>
  call(account.full, "POST", "/v1/sources", { ...SHOP, ...changes });

const list = async (account: Account) =>
  (
    await call<{ items: Profile[]; activeCount: number; maxProfiles: number }>(
      account.readOnly,
      "GET",
      "/v1/sources",
    )
  ).body;

type Profile = { id: number; source_key: string; updated_at: string } & Record<string, unknown>;

test("a profile is created, listed and archived", async () => {
  const account = await newAccount();
  expect(await list(account)).toEqual({
    items: [],
    next_cursor: null,
    activeCount: 0,
    maxProfiles: 100,
  });
  const { status, body } = await create(account, {
    platform: "Woo",
    default_country: "EL",
    default_currency: "EUR",
    supplier_establishment_country: "SE",
    dispatch_country: "GR",
    marketplace_deemed_supplier: true,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: 1,
    source_key: "shop/se",
    default_country: "GR",
    dispatch_country: "GR",
    marketplace_deemed_supplier: true,
    active: true,
  });
  await create(account, { source_key: "b" });
  await call(account.full, "PATCH", "/v1/sources/1", { active: false });
  expect(await list(account)).toMatchObject({
    items: [{ id: 1, active: false }, { id: 2 }],
    activeCount: 1,
  });
});

test.for([
  [
    "an empty string clears",
    { platform: "", default_country: "", default_currency: "" },
    ["platform", "default_country", "default_currency"],
  ],
  [
    "an empty string clears the countries",
    { supplier_establishment_country: "", dispatch_country: "" },
    ["supplier_establishment_country", "dispatch_country"],
  ],
  [
    "null leaves a value",
    { platform: null, default_country: null, display_name: null, active: null },
    [],
  ],
  ["leaving out leaves a value", {}, []],
] as const)("PATCH: %s", async ([, patch, cleared]) => {
  const account = await newAccount();
  const { body: before } = await create(account, {
    platform: "Woo",
    default_country: "SE",
    default_currency: "SEK",
    supplier_establishment_country: "SE",
    dispatch_country: "DE",
  });
  const { status, body } = await call(account.full, "PATCH", "/v1/sources/1", patch);
  expect(status).toBe(200);
  const expected = Object.fromEntries(
    Object.entries(before).filter(([name]) => !(cleared as readonly string[]).includes(name)),
  );
  expect({ ...body, updated_at: null }).toEqual({ ...expected, updated_at: null });
  // A patch without a change keeps the instant of the last one.
  expect(body["updated_at"] === before.updated_at).toBe(cleared.length === 0);
});

test.for([
  ["no key", { source_key: undefined }, "source_key"],
  ["an empty key", { source_key: "" }, "source_key"],
  ["a key with a space", { source_key: "my shop" }, "source_key"],
  ["a key of 101 characters", { source_key: "x".repeat(101) }, "source_key"],
  ["a key with an umlaut", { source_key: "läden" }, "source_key"],
  ["no name", { display_name: undefined }, "display_name"],
  ["another channel", { channel_type: "shop" }, "channel_type"],
  ["a country that is none", { default_country: "XX" }, "default_country"],
  ["a currency that is none", { default_currency: "EURO" }, "default_currency"],
  ["a flag as text", { active: "yes" }, "active"],
  ["an unknown field", { colour: "red" }, "colour"],
  ["clearing on create", { platform: "" }, "platform"],
] as const)("POST refuses %s", async ([, changes, field]) => {
  const account = await newAccount();
  const { status, body } = await create(account, changes);
  expect([status, body]).toMatchObject([400, { error: "invalid_request" }]);
  expect(body["details"]).toContainEqual(expect.objectContaining({ field }));
  expect((await list(account)).items).toEqual([]);
});

test("the key of a profile cannot be changed, and unknown ids are unknown", async () => {
  const account = await newAccount();
  const other = await newAccount();
  await create(account);
  expect((await call(account.full, "PATCH", "/v1/sources/1", { source_key: "new" })).status).toBe(
    400,
  );
  const [foreign, unknown] = await Promise.all([
    call(other.full, "PATCH", "/v1/sources/1", { active: false }),
    call(account.full, "PATCH", "/v1/sources/99", { active: false }),
  ]);
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  expect((await call(account.readOnly, "POST", "/v1/sources", SHOP)).status).toBe(403);
});

test("of many requests for one key one wins, and the hundredth profile is the last", async () => {
  const account = await newAccount();
  const same = await Promise.all(Array.from({ length: 4 }, () => create(account)));
  expect(same.map((answer) => answer.status).sort()).toEqual([201, ...Array(3).fill(409)]);
  expect(
    same.filter((answer) => answer.status === 409).map((answer) => answer.body["error"]),
  ).toEqual(Array(3).fill("source_key_taken"));
  // As if 97 had been created one after the other.
  const now = new Date();
  const more = Array.from({ length: 97 }, (_, n) =>
    SourceRequest.parse({ ...SHOP, source_key: `s${n}`, active: n % 2 === 0 }),
  );
  const author = { now, key_id: "test" as AuthorId };
  const fill = (all: Sources) => more.reduce((some, one) => addSource(some, one, now), all);
  await updateSources(account.account, fill, author);
  for (const source_key of ["s98", "s99"]) {
    expect((await create(account, { source_key })).status).toBe(201);
  }
  const { status, body } = await create(account, { source_key: "one-more" });
  expect([status, body]).toMatchObject([409, { error: "source_limit_reached" }]);
  expect((await create(account)).body).toMatchObject({ error: "source_key_taken" });
  expect((await list(account)).items).toHaveLength(100);
});

type Unknown = { items: { source_id: string; transaction_count: number }[] };

const unknown = async (account: Account, query = "") =>
  (await call<Unknown>(account.readOnly, "GET", `/v1/sources/unknown${query}`)).body.items;

test("a tag is unknown until it has a profile, and stays a filter before and after", async () => {
  const account = await newAccount();
  await call(
    account.full,
    "POST",
    "/v1/supply-events",
    makeSale({ event_id: "a", source_id: "shop/se" }),
  );
  await call(account.full, "POST", "/v1/supply-events", makeSale({ event_id: "b" }), {
    "X-Source-ID": "amazon-de",
  });
  const seen = { transaction_count: 0, first_seen: today, last_seen: today };
  expect(await unknown(account)).toEqual([
    { source_id: "amazon-de", ...seen },
    { source_id: "shop/se", ...seen },
  ]);
  expect(await unknown(account, "?limit=1")).toHaveLength(1);

  const filtered = async () =>
    (
      await call<{ items: { event_id: string }[] }>(
        account.readOnly,
        "GET",
        "/v1/supply-events?source_id=shop/se",
      )
    ).body.items.map((event) => event.event_id);
  expect(await filtered()).toEqual(["a"]);
  await create(account);
  expect(await filtered()).toEqual(["a"]);
  expect((await unknown(account)).map((tag) => tag.source_id)).toEqual(["amazon-de"]);
});

test("an event that contradicts its source's deemed-supplier flag is questioned, not excluded", async () => {
  const account = await newAccount();
  await create(account, { marketplace_deemed_supplier: true });
  await call(account.full, "POST", "/v1/supply-events", makeSale({ source_id: "shop/se" }));
  const { body } = await call(account.readOnly, "GET", "/v1/supply-events/sale-1");
  expect(body).toMatchObject({
    checks: [{ code: "deemed_supplier_differs_from_source", severity: "warning" }],
    exclusion_code: null,
  });
});

const UNTAXED = { rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 } as const;

// Art. 14a: the platform is deemed to supply consumers, and imports of up to EUR 150.
test.for<[string, SentEvent, string[]]>([
  ["imports of EUR 150", inParcel("a", 15_000), ["deemed_supplier_differs_from_source"]],
  ["imports of EUR 150.01", inParcel("a", 15_001), []],
  ["a sale to a business", makeSale({ customer_type: "b2b", ...UNTAXED }), []],
])("an own sale through a marketplace: %s", async ([, event, codes]) => {
  const account = await newAccount();
  await create(account, { marketplace_deemed_supplier: true });
  const [item] = await committed(account, { ...event, source_id: "shop/se" });
  expect(item?.checks.map(({ code }) => code)).toEqual(codes);
});

test.for(["0", "201", "-1", "ten", "1.5", ""])("limit %j is refused", async (limit) => {
  const account = await newAccount();
  const { status } = await call(account.readOnly, "GET", `/v1/sources/unknown?limit=${limit}`);
  expect(status).toBe(400);
});
