import { describe, expect, it } from "vitest";
import { memberStateOf } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  SPECIAL_TERRITORIES,
  territoryCodeOf,
} from "../../../../shared/vat/reference-data/special-territories.ts";

describe("the special territories", () => {
  it("are those of Art. 6 of the VAT Directive, and the French ones outside the Union", () => {
    expect(SPECIAL_TERRITORIES.map(({ name }) => name)).toEqual([
      "the Canary Islands",
      "Ceuta",
      "Melilla",
      "the French overseas regions",
      "the French overseas countries and territories",
      "the Åland Islands",
      "Mount Athos",
      "Heligoland",
      "Büsingen",
      "Livigno",
      "Campione d'Italia",
    ]);
  });

  it("name their law, their source and their first day", () => {
    for (const { law, source, valid_from, valid_to } of SPECIAL_TERRITORIES) {
      expect(law).toMatch(/^Art\. [56]\(\d\)/);
      expect(source.length).toBeGreaterThan(10);
      expect(valid_from).toMatch(/^20\d\d-\d\d-\d\d$/);
      if (valid_to) expect(valid_to >= (valid_from ?? "")).toBe(true);
    }
  });

  it("overlap in no postcode of a Member State, and in no code", () => {
    for (const specialTerritory of SPECIAL_TERRITORIES) {
      for (const other of SPECIAL_TERRITORIES.filter((row) => row !== specialTerritory)) {
        const shared = specialTerritory.postcodes.filter((prefix) =>
          other.postcodes.some(
            (another) => specialTerritory.state === other.state && another.startsWith(prefix),
          ),
        );
        expect(shared).toEqual([]);
        expect(specialTerritory.codes.filter((code) => other.codes.includes(code))).toEqual([]);
      }
    }
  });

  it("have codes that are no Member State's", () => {
    const codes = SPECIAL_TERRITORIES.flatMap((row) => row.codes);
    expect(codes.filter((code) => memberStateOf(code))).toEqual([]);
  });

  it("can all be named as an origin, by a code or by state and postcode", () => {
    for (const { name, codes, state, postcodes } of SPECIAL_TERRITORIES) {
      for (const code of codes) expect(territoryCodeOf(code), name).toBe(code);
      for (const prefix of postcodes) {
        expect(territoryCodeOf(`${state}-${prefix}`), name).toBe(`${state}-${prefix}`);
      }
    }
    expect(territoryCodeOf("GR-63087")).toBe("EL-63087");
    expect(["MC", "DE", "DE-10115", "IT-23030", ""].map(territoryCodeOf)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
