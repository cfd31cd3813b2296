import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { SK_DPOSS } from "../../../shared/return-files/formats/sk-dposs.ts";
import { declaredReturn, F1_ESTABLISHMENTS, neutralIn } from "../../make/f1-return.ts";
import { sameXml } from "./same-xml.ts";

const REQUEST = {
  filer: { vat_number: "SK1234567890" },
  establishments: F1_ESTABLISHMENTS,
  extras: {},
  prepared_on: "2025-10-02" as IsoDate,
};

const sample = (name: string) => readFileSync(`test/return-files/samples/${name}.xml`, "utf8");

describe("sk_dposs", () => {
  it("prints F1 and a nil return as their samples", () => {
    expect(sameXml(SK_DPOSS.print(neutralIn("SK"), REQUEST))).toBe(sameXml(sample("SK_F1")));
    const nil = neutralIn("SK", declaredReturn([], []));
    expect(sameXml(SK_DPOSS.print(nil, REQUEST))).toBe(sameXml(sample("SK_nil")));
  });
});
