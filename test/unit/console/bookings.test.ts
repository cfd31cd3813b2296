import { expect, test } from "vitest";
import { bookingsRequest, revenueOf } from "../../../console/src/filing/bookings-request.ts";

test.for([
  ["* = 8320", { account: "8320" }],
  ["fr=8330 / 1768", { member_state: "FR", account: "8330", vat_account: "1768" }],
  ["FR 5,5 % = 8331", { member_state: "FR", vat_rate_bps: 550, account: "8331" }],
  [
    "FR 20 = 8332/1768",
    { member_state: "FR", vat_rate_bps: 2000, account: "8332", vat_account: "1768" },
  ],
  ["France: 8330", { account: "France: 8330" }],
] as const)("%s is an account of revenue", ([line, account]) => {
  expect(revenueOf(`\n ${line} \n`)).toEqual([account]);
});

test("only the settings of the chosen program are sent", () => {
  const fields = { clearing_account: "1460", vat_account: "1767", revenue: "*=8320" };
  const accounts = { ...fields, revenue: [{ account: "8320" }] };
  const datev = { consultant_number: "29098", client_number: "1", account_length: "4" };
  const all = { ...fields, ...datev, fiscal_year_start: "2026-01-01", company_name: "Åke AB" };
  expect(bookingsRequest({ ...all, format: "csv" }, true)).toEqual({
    ...{ format: "csv", accounts, delimiter: "semicolon", decimal: "comma" },
  });
  const sie = { ...all, format: "sie_4", currency: "sek", rate: "11,5" };
  expect(bookingsRequest(sie, true)).toEqual({
    ...{ format: "sie_4", accounts, sie: { company_name: "Åke AB" } },
    conversion: { currency: "SEK", rate: "11.5" },
  });
  expect(bookingsRequest({ ...all, format: "datev_extf" }, true).datev).toEqual({
    consultant_number: 29_098,
    client_number: 1,
    account_length: 4,
    fiscal_year_start: "2026-01-01",
  });
});
