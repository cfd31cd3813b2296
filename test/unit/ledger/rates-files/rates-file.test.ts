import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { calculate } from "../../../../shared/ledger/calculate/calculate.ts";
import { CalculationRequest } from "../../../../shared/ledger/calculate/schema.ts";
import { homeOfRates, ratesFile } from "../../../../shared/ledger/rates-files/rates-file.ts";
import type { ClassPair } from "../../../../shared/ledger/rates-files/schema.ts";
import { shopFile } from "../../../../shared/ledger/rates-files/shop-forms.ts";
import { MEMBER_STATES, toIsoCode } from "../../../../shared/vat/reference-data/member-states.ts";
import { nationalCurrencyOn } from "../../../../shared/vat/reference-data/national-currency.ts";
import {
  RATE_REGIONS,
  SPECIAL_TERRITORIES,
} from "../../../../shared/vat/reference-data/special-territories.ts";
import { profileOn } from "../../../../shared/vat/seller/profile.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { yearToDate } from "../../../../shared/vat/threshold/turnover.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { makeThresholdInput } from "../../../make/threshold-input.ts";
import { type Address, magento, prestaShop, wooCommerce } from "./shop-importers.ts";

const FIVE: readonly ClassPair[] = [
  { class_id: "standard", shop_class: "" },
  { class_id: "books", shop_class: "reduced-rate" },
  { class_id: "food", shop_class: "food" },
  { class_id: "pharma", shop_class: "pharma" },
  { class_id: "children_clothing", shop_class: "zero-rate" },
];

/** A seller in a state who has sold nothing abroad, or more than the limit the year before. */
function sellerIn(seat: string, day: IsoDate, scope: "home" | "destination") {
  const year = Number(day.slice(0, 4)) - 1;
  const amount_minor = scope === "home" ? 0 : 100_000_000;
  const entered = [{ year, amount_minor, currency: "EUR" as const }];
  const input = makeThresholdInput({ seat, entered, today: day });
  return { ...input, range: yearToDate(day) };
}

/** The per cent of a calculation; undefined where it knows no rate. */
function calculated(
  { country, postcode }: Address,
  { class_id }: ClassPair,
  day: IsoDate,
  threshold: ReturnType<typeof sellerIn>,
): number | undefined {
  const { registrations, profile } = threshold.seller;
  const request = CalculationRequest.parse({
    country,
    // No exchange rate is needed for a price in the currency of the limit.
    currency: nationalCurrencyOn(profileOn(profile, day).establishment_country ?? "DE", day),
    tax_class_id: class_id,
    gross_amount_minor: 10_000,
    price_includes_vat: false,
    supply: { supply_kind: "goods", ...(postcode && { customer_postcode: postcode }) },
  });
  const seller = { profile: profileOn(profile, day), registrations, threshold };
  try {
    const [line] = calculate(request, day, BUILT_IN_RATES, seller).lines;
    return line && line.rate.vat_rate_bps / 100;
  } catch {
    return undefined;
  }
}

const importedBy = {
  woocommerce: (body: string) =>
    wooCommerce(
      body,
      FIVE.map(({ shop_class }) => shop_class),
    ),
  magento,
  prestashop: (body: string, day: string, scope: string) =>
    prestaShop(body, (shop_class) => `${shop_class || "Standard"} ${day} ${scope}`),
} as const;
type Shop = keyof typeof importedBy;
const SHOPS = Object.keys(importedBy) as Shop[];

const fileOf = (shop: Shop, day: IsoDate, threshold: ReturnType<typeof sellerIn>, classes = FIVE) =>
  shopFile(shop, ratesFile(classes, day, homeOfRates(threshold), BUILT_IN_RATES));

const DAY = "2026-11-29" as IsoDate;

/** Addresses with the per cent that a seller in Germany charges for a standard article there, above and below the limit. */
const ADDRESSES: readonly (readonly [what: string, Address, destination: number, home: number])[] =
  [
    ["Berlin", { country: "DE", postcode: "10115" }, 19, 19],
    ["Heligoland", { country: "DE", postcode: "27498" }, 0, 0],
    ["Büsingen", { country: "DE", postcode: "78266" }, 0, 0],
    ["Vienna", { country: "AT", postcode: "1010" }, 20, 19],
    ["Jungholz", { country: "AT", postcode: "6691" }, 20, 19],
    ["Mittelberg", { country: "AT", postcode: "6993" }, 20, 19],
    ["Lisbon", { country: "PT", postcode: "1000-001" }, 23, 19],
    ["Funchal in Madeira", { country: "PT", postcode: "9000-123" }, 22, 19],
    ["the last of Madeira", { country: "PT", postcode: "9499-999" }, 22, 19],
    ["Ponta Delgada in the Azores", { country: "PT", postcode: "9500-321" }, 16, 19],
    ["Madrid", { country: "ES", postcode: "28001" }, 21, 19],
    ["Las Palmas", { country: "ES", postcode: "35001" }, 0, 0],
    ["Tenerife", { country: "ES", postcode: "38999" }, 0, 0],
    ["Ceuta", { country: "ES", postcode: "51001" }, 0, 0],
    ["Melilla", { country: "ES", postcode: "52006" }, 0, 0],
    ["Ávila", { country: "ES", postcode: "05100" }, 21, 19],
    ["Milan", { country: "IT", postcode: "20121" }, 22, 19],
    ["Livigno", { country: "IT", postcode: "23041" }, 0, 0],
    ["Campione", { country: "IT", postcode: "22061" }, 0, 0],
    ["Athens", { country: "GR", postcode: "10431" }, 24, 19],
    ["Mount Athos", { country: "GR", postcode: "63086" }, 0, 0],
    ["Helsinki", { country: "FI", postcode: "00100" }, 25.5, 19],
    ["Mariehamn in Åland", { country: "FI", postcode: "22100" }, 0, 0],
    ["Ajaccio in Corsica", { country: "FR", postcode: "20000" }, 20, 19],
    ["Guadeloupe", { country: "FR", postcode: "97110" }, 0, 0],
    ["Réunion", { country: "FR", postcode: "97400" }, 0, 0],
    ["Mayotte", { country: "FR", postcode: "97600" }, 0, 0],
    ["New Caledonia", { country: "FR", postcode: "98800" }, 0, 0],
    ["Monaco", { country: "MC", postcode: "98000" }, 20, 19],
  ];

describe("a rates file", () => {
  describe.for(SHOPS)("for %s", (shop) => {
    it.for(ADDRESSES)("has the rate of %s", ([, address, destination, home]) => {
      for (const [scope, expected] of Object.entries({ destination, home })) {
        const threshold = sellerIn("DE", DAY, scope as "home");
        const file = fileOf(shop, DAY, threshold);
        const rate = importedBy[shop](file.body, DAY, file.scope);
        expect([scope, rate(address, "")]).toEqual([scope, expected]);
        expect([scope, calculated(address, FIVE[0] as ClassPair, DAY, threshold)]).toEqual([
          scope,
          expected,
        ]);
      }
    });

    it("has no rate for addresses outside the Union and for codes of territories", () => {
      const file = fileOf(shop, DAY, sellerIn("DE", DAY, "destination"));
      const rate = importedBy[shop](file.body, DAY, file.scope);
      for (const country of ["CH", "NO", "US", "AX", "GP", "RE", "IC"]) {
        expect(rate({ country, postcode: "22100" }, "")).toBeUndefined();
      }
      expect(rate({ country: "GB", postcode: "SW1A 1AA" }, "")).toBeUndefined();
    });
  });

  it("tells Northern Ireland, but not to PrestaShop, and says what it lacks", () => {
    const lacks = "XI books, XI food, XI pharma, XI children_clothing";
    const [woo, mage, presta] = SHOPS.map((shop) => {
      const file = fileOf(shop, DAY, sellerIn("DE", DAY, "destination"));
      return { ...file, rate: importedBy[shop](file.body, DAY, file.scope)(BELFAST, "") };
    });
    expect([woo?.rate, woo?.missing]).toEqual([20, lacks]);
    expect([mage?.rate, mage?.missing]).toEqual([20, lacks]);
    expect([presta?.rate, presta?.missing]).toEqual([undefined, `${lacks}, GB BT standard`]);
  });

  it("says in its name and its header whose rates it has", () => {
    const [home, away] = (["home", "destination"] as const).map((scope) =>
      fileOf("prestashop", DAY, sellerIn("DE", DAY, scope)),
    );
    expect([home?.scope, home?.file_name]).toEqual([
      "home DE",
      "vat-rates-prestashop-2026-11-29-home-de.xml",
    ]);
    expect([away?.scope, away?.file_name]).toEqual([
      "destination",
      "vat-rates-prestashop-2026-11-29-destination.xml",
    ]);
  });

  it.for(
    SHOPS.flatMap((shop) => (["home", "destination"] as const).map((scope) => ({ shop, scope }))),
  )("for $shop keeps its form, with rates of $scope", async ({ shop, scope }) => {
    const file = fileOf(shop, DAY, sellerIn("DE", DAY, scope), FIVE.slice(0, 2));
    await expect(file.body).toMatchFileSnapshot(`../../../golden/${file.file_name}`);
  });

  it("has in each shop the rate of the calculation, for any day, class, seller and address", () => {
    fc.assert(
      fc.property(
        anyDay,
        anyPairs,
        anySeat,
        anyScope,
        fc.array(anyAddress, { minLength: 1 }),
        check,
      ),
      { numRuns: 60 },
    );
  });
});

const anyDay = fc.integer({ min: 0, max: 2_300 }).map((n) => plusDays("2021-07-01" as IsoDate, n));
const anyScope = fc.constantFrom("home" as const, "destination" as const);
const anySeat = fc.constantFrom(
  ...MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI"),
);
const anyPairs = fc
  .uniqueArray(fc.constantFrom(...TAX_CLASSES.map(({ id }) => id)), { minLength: 1, maxLength: 3 })
  .map((ids) => ids.map((class_id, at) => ({ class_id, shop_class: FIVE[at]?.shop_class ?? "" })));

/** The forms in which shops of a country take postcodes. */
const digitsOf = (country: string): number =>
  ["AT", "BE", "BG", "CY", "DK", "HU", "LU", "LV", "PT", "SI"].includes(country) ? 4 : 5;
const anyPostcode = (country: string) => {
  const number = fc
    .integer({ min: 0, max: 10 ** digitsOf(country) - 1 })
    .map((n) => String(n).padStart(digitsOf(country), "0"));
  const special = [...SPECIAL_TERRITORIES, ...RATE_REGIONS]
    .filter(({ state }) => toIsoCode(state) === country)
    .flatMap(({ postcodes }) => postcodes)
    .flatMap((prefix) => ["0", "9"].map((digit) => prefix.padEnd(digitsOf(country), digit)));
  const one = special.length > 0 ? fc.oneof(number, fc.constantFrom(...special)) : number;
  return country === "PT" ? one.map((code) => `${code}-${code.slice(1)}`) : one;
};
const COUNTRIES = [...MEMBER_STATES.map(({ code }) => toIsoCode(code)), "MC"].filter(
  (code) => code !== "XI",
);
const BELFAST: Address = { country: "GB", postcode: "BT1 5GS" };
const anyAddress: fc.Arbitrary<Address> = fc.oneof(
  { arbitrary: fc.constant(BELFAST), weight: 1 },
  {
    arbitrary: fc
      .constantFrom(...COUNTRIES)
      .chain((country) => anyPostcode(country).map((postcode) => ({ country, postcode }))),
    weight: 20,
  },
);

function check(
  day: IsoDate,
  pairs: readonly ClassPair[],
  seat: string,
  scope: "home" | "destination",
  addresses: readonly Address[],
): void {
  const threshold = sellerIn(seat, day, scope);
  for (const shop of SHOPS) {
    const file = fileOf(shop, day, threshold, pairs);
    const rate = importedBy[shop](file.body, day, file.scope);
    for (const pair of pairs) {
      for (const address of addresses) {
        const isUntold = shop === "prestashop" && address === BELFAST;
        const expected = isUntold ? undefined : calculated(address, pair, day, threshold);
        expect([shop, pair, address, rate(address, pair.shop_class)]).toEqual([
          shop,
          pair,
          address,
          expected,
        ]);
      }
    }
  }
}
