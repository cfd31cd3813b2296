import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { placeOf } from "../../../../shared/vat/place-of-supply/place.ts";
import { isTerritoryCode } from "../../../../shared/vat/reference-data/special-territories.ts";

const at = (country: string, postcode?: string, day = "2025-08-01", isGoods = true) =>
  placeOf(country, postcode, day as IsoDate, isGoods);

describe("a country and a postcode", () => {
  it.for<[string, string | undefined, string]>([
    ["DE", undefined, "DE"],
    ["DE", "10115", "DE"],
    ["DE", "78267", "DE"],
    ["DE", "27499", "DE"],
    ["EL", "63085", "EL"],
    ["GR", "10431", "EL"],
    ["ES", "07001", "ES"],
    ["ES", "5100", "ES"],
    ["IT", "23030", "IT"],
    ["IT", "22060", "IT"],
    ["FI", "00100", "FI"],
    ["FI", "20220", "FI"],
    ["FR", "75001", "FR"],
    ["FR", "20000", "FR"],
    ["FR", "98000", "FR"],
    ["MC", "98000", "FR"],
    ["MC", undefined, "FR"],
    ["PT", "1000-001", "PT"],
    ["PT", "8999-999", "PT"],
    // Jungholz and Mittelberg: 19 % is for sellers established there (§ 10(4) UStG), whoever buys.
    ["AT", "6691", "AT"],
    ["AT", "A-6991", "AT"],
    ["AT", "AT 6993", "AT"],
    ["DE", "6691", "DE"],
    ["ES", "9000", "ES"],
    ["XI", undefined, "XI"],
    ["GB", "BT1 5GS", "XI"],
    ["GB", "bt15gs", "XI"],
    ["DE", "", "DE"],
  ])("%s %s is in %s", ([country, postcode, state]) => {
    expect(at(country, postcode)).toEqual({ state });
  });

  it.for<[string, string, string, number]>([
    ["PT", "9000-001", "Madeira", 2_200],
    ["PT", "9499", "Madeira", 2_200],
    ["PT", "9500-001", "the Azores", 1_600],
    ["PT", "PT-9980-024", "the Azores", 1_600],
    ["PT", "9999 999", "the Azores", 1_600],
  ])("%s %s is in %s", ([country, postcode, name, standard_rate_bps]) => {
    expect(at(country, postcode)).toMatchObject({
      state: country,
      region: { name, standard_rate_bps },
    });
  });

  it.for<[string, string | undefined, string]>([
    ["ES", "35001", "the Canary Islands"],
    ["ES", "38 001", "the Canary Islands"],
    ["IC", undefined, "the Canary Islands"],
    ["ES", "51001", "Ceuta"],
    ["EA", undefined, "Ceuta"],
    ["ES", "52006", "Melilla"],
    ["FR", "97100", "the French overseas regions"],
    ["FR", "F-97400", "the French overseas regions"],
    ["FR", "97600", "the French overseas regions"],
    ["GP", undefined, "the French overseas regions"],
    ["MQ", undefined, "the French overseas regions"],
    ["GF", undefined, "the French overseas regions"],
    ["RE", "97400", "the French overseas regions"],
    ["YT", undefined, "the French overseas regions"],
    ["FR", "98800", "the French overseas countries and territories"],
    ["NC", undefined, "the French overseas countries and territories"],
    ["FI", "22100", "the Åland Islands"],
    ["FI", "FI-22100", "the Åland Islands"],
    ["AX", undefined, "the Åland Islands"],
    ["GR", "630 86", "Mount Athos"],
    ["EL", "63087", "Mount Athos"],
    ["DE", "27498", "Heligoland"],
    ["DE", "D-78266", "Büsingen"],
    ["IT", "23041", "Livigno"],
    ["IT", "22061", "Campione d'Italia"],
    ["US", "35001", "US"],
    ["GB", "SW1A 1AA", "GB"],
    ["CH", "8238", "CH"],
    ["SM", undefined, "SM"],
  ])("%s %s is outside the VAT territory: %s", ([country, postcode, name]) => {
    expect(at(country, postcode)).toMatchObject({ state: null, name });
  });

  it("name Northern Ireland for goods alone, since the Framework", () => {
    expect(at("XI", undefined, "2025-08-01", false)).toMatchObject({ state: null, name: "XI" });
    expect(at("GB", "BT1 5GS", "2025-08-01", false)).toMatchObject({ state: null, name: "GB" });
    expect(at("GB", "BT1 5GS", "2020-12-31")).toMatchObject({ state: null });
  });

  it("name Campione by its own row since 2020", () => {
    expect(at("IT", "22061", "2020-01-01")).toMatchObject({ law: "Art. 6(1)(f)" });
  });
});

describe("a code of no country", () => {
  it.for([
    ["IC", true],
    ["EA", true],
    ["ES", false],
    ["XX", false],
  ] as const)("%s: %s", ([code, isOne]) => {
    expect(isTerritoryCode(code)).toBe(isOne);
  });
});
