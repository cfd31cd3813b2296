import { expect, it, test } from "vitest";
import { correctionKey, importLineKey, parseImportKey } from "../../../shared/tallies/tally-key.ts";

it("reads back what it has written", () => {
  const line = {
    consumption_country: "EL",
    rate_category: "reduced",
    vat_rate_bps: 550,
    currency: "USD",
  };
  const correction = { original_period: "2025-07", consumption_country: "XI", currency: "GBP" };
  expect(parseImportKey(importLineKey(line))).toEqual({ family: "line", ...line });
  expect(parseImportKey(correctionKey(correction))).toEqual({
    family: "correction",
    ...correction,
  });
  expect(parseImportKey("excluded|a_code")).toEqual({ family: "excluded", code: "a_code" });
  expect(parseImportKey("check|a_code")).toEqual({ family: "check", code: "a_code" });
});

test.for(["", "line|goods|SE|DE|standard|1900|EUR", "correction|2025-07|DE", "day|2025-07-01|EUR"])(
  "refuses %j",
  (key) => expect(() => parseImportKey(key)).toThrow("not a tally key of an import month"),
);
