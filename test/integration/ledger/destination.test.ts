import { beforeAll, expect, it, test } from "vitest";
import { type EventChanges, makeSale, makeService } from "../../make/supply-event.ts";
import { itemsOf } from "../../stack/account-items.ts";
import type { Account } from "../../stack/api.ts";
import { commit, committed, newSeller, type Refusal, shown } from "../../stack/seller.ts";

let seller: Account;
beforeAll(async () => {
  seller = await newSeller();
});

type Destination = { readonly country: string; readonly postcode?: string };

const to = (destination: Destination, changes: EventChanges = {}, make = makeSale) => {
  const { consumption_country, ...event } = make(changes);
  return { ...event, destination };
};

const UNTAXED = { vat_rate_bps: 0, vat_amount_minor: 0, rate_category: "zero" } as const;

test.for<[what: string, Destination, changes: EventChanges, place: string, treatment: string]>([
  ["Berlin", { country: "DE", postcode: "10115" }, {}, "DE", "union_oss"],
  ["a country alone", { country: "DE" }, {}, "DE", "union_oss"],
  ["Greece", { country: "GR", postcode: "104 31" }, {}, "EL", "union_oss"],
  ["Monaco", { country: "MC", postcode: "98000" }, {}, "FR", "union_oss"],
  ["Madeira", { country: "PT", postcode: "9000-001" }, {}, "PT", "union_oss"],
  ["Belfast", { country: "GB", postcode: "BT1 5GS" }, {}, "XI", "union_oss"],
  ["London", { country: "GB", postcode: "SW1A 2AA" }, UNTAXED, "GB", "export"],
  ["Las Palmas", { country: "ES", postcode: "35001" }, UNTAXED, "ES", "outside_scope"],
  ["the Canary Islands by their code", { country: "IC" }, UNTAXED, "IC", "export"],
  ["Büsingen", { country: "DE", postcode: "D-78266" }, UNTAXED, "DE", "outside_scope"],
  ["Åland", { country: "FI", postcode: "22100" }, UNTAXED, "FI", "outside_scope"],
  ["Livigno", { country: "IT", postcode: "23041" }, UNTAXED, "IT", "outside_scope"],
])("goods to %s are placed", async ([what, destination, changes, place, treatment]) => {
  const event_id = `sale ${what}`;
  await committed(seller, to(destination, { ...changes, event_id }));
  const { body } = await shown(seller, event_id);
  expect(body).toMatchObject({ consumption_country: place, treatment });
  expect(body).not.toHaveProperty("destination");
});

test("services to Belfast are consumed in the United Kingdom", async () => {
  const belfast = { country: "GB", postcode: "BT1 5GS" };
  await committed(seller, to(belfast, { ...UNTAXED, event_id: "service" }, makeService));
  expect((await shown(seller, "service")).body).toMatchObject({
    consumption_country: "GB",
    treatment: "export",
  });
});

it("is not stored, and a repeat with the place is a duplicate", async () => {
  const event_id = "without-trace";
  await committed(seller, to({ country: "FR", postcode: "75011" }, { event_id }));
  expect(JSON.stringify([...(await itemsOf(seller.account))])).not.toContain("75011");
  const again = makeSale({ event_id, consumption_country: "FR" });
  expect(await committed(seller, again)).toMatchObject([{ status: "duplicate" }]);
  const moved = to({ country: "FR", postcode: "75012" }, { event_id });
  expect(await committed(seller, moved)).toMatchObject([{ status: "duplicate" }]);
});

test.for<[what: string, body: object, details: readonly object[]]>([
  [
    "beside a place",
    { ...makeSale(), destination: { country: "DE" } },
    [{ field: "destination", message: /send one of them/ }],
  ],
  ["without a country", to({ postcode: "1" } as never), [{ field: "destination.country" }]],
  ["of a country that is none", to({ country: "UK" }), [{ field: "destination.country" }]],
])("a destination %s is refused", async ([, body, details]) => {
  const { status, body: refusal } = await commit(seller, body);
  expect([status, (refusal as unknown as Refusal).details]).toMatchObject([
    400,
    details.map(({ message, ...one }: { message?: RegExp }) => ({
      ...one,
      ...(message ? { message: expect.stringMatching(message) } : {}),
    })),
  ]);
});
