import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { declaredReturn, F1_CORRECTIONS, F1_ROWS, neutralIn } from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import { sameXml } from "./same-xml.ts";
import { schemaFaults } from "./xml-schemas.ts";

const sample = (name: string) => readFileSync(`test/return-files/samples/${name}.xml`, "utf8");

/** What names the program that made a file is no part of it. */
const withoutMaker = (text: string) => text.replace(/ nazevSW="\w+" verzeSW="\d+"/, "");

const GERMAN = { country: "DE", vat_number: "DE123456789" } as const;

const FORMATS = ["sk_dposs", "cz_ossei1", "pl_viudo2", "ro_d398"] as const;

function printed(name: (typeof FORMATS)[number], isNil = false): string {
  const format = formatNamed(name);
  // In Poland the goods of 2d leave Germany: from Poland they would be 2b.
  const rows = F1_ROWS.map((row) =>
    name === "pl_viudo2" && row.from_member_state === "PL"
      ? { ...row, from_member_state: "DE" }
      : row,
  );
  const declared = isNil ? declaredReturn([], []) : declaredReturn(rows, F1_CORRECTIONS);
  const { establishments, ...rest } = fileRequest(name);
  const request = { ...rest, establishments: [...establishments, GERMAN] };
  return format.print(neutralIn(format.member_state, declared), request);
}

describe("the samples", () => {
  it.for(FORMATS)("%s prints F1", (name) => {
    const state = formatNamed(name).member_state;
    expect(sameXml(printed(name))).toBe(sameXml(withoutMaker(sample(`${state}_F1`))));
  });

  it.for(FORMATS)("%s prints a nil return", (name) => {
    const state = formatNamed(name).member_state;
    // Whether the filer is an interface may be said of a nil return, too.
    const text = printed(name, true).replace(
      name === "cz_ossei1" ? ' electronic_interface="0"' : "",
      "",
    );
    expect(sameXml(text)).toBe(sameXml(sample(`${state}_nil`)));
  });

  it.for(FORMATS)("%s: what we compare with is valid itself", (name) => {
    const state = formatNamed(name).member_state;
    for (const file of [`${state}_F1`, `${state}_nil`]) {
      expect(schemaFaults(name, sample(file))).toEqual([]);
    }
  });
});
