import { expect, it } from "vitest";
import type { AuthorId } from "../../../shared/core/ids.ts";
import { newBulkJob } from "../../../shared/filing/bulk/bulk-job.ts";

const by = { person: "pn_1" as AuthorId, now: new Date("2026-11-29T12:00:00Z") };

const jobOf = (amount: string) =>
  newBulkJob(
    "or_0123456789abcdef",
    {
      action: "pay",
      csv: `account;scheme_type;period_key;amount_minor\nshop;union_oss;2026-Q1;${amount}\n`,
    },
    by,
  );

it("an amount of a file is digits alone", () => {
  expect(jobOf("1200").returns).toMatchObject([{ amount_minor: 1_200 }]);
});

it.for(["12.00", "1e3", "0x10", "1 200", "12 EUR"])("%s is no amount of a file", (amount) => {
  expect(() => jobOf(amount)).toThrow("csv.line_2.amount_minor");
});

it("a day of a file is written as spreadsheets write it, with its points or by the year first", () => {
  const header = "account;scheme_type;period_key;filed_at";
  const filings = (day: string) =>
    newBulkJob(
      "or_0123456789abcdef",
      { action: "file", csv: `${header}\nshop;union_oss;2026-Q1;${day}\n` },
      by,
    ).returns;
  for (const day of ["2026-04-05", "05.04.2026", "5.4.2026"]) {
    expect(filings(day)).toMatchObject([{ filed_at: "2026-04-05" }]);
  }
  // A day with slashes does not say which number is the month.
  expect(() => filings("05/04/2026")).toThrow("csv.line_2.filed_at");
  expect(() => filings("31.04.2026")).toThrow("csv.line_2.filed_at");
});

it("a job that locks keeps the language of the papers", () => {
  const returns = [{ account: "shop", scheme_type: "union_oss", period_key: "2026-Q1" }] as const;
  const request = { action: "lock", language: "de", returns } as unknown as Parameters<
    typeof newBulkJob
  >[1];
  expect(newBulkJob("or_0123456789abcdef", request, by).language).toBe("de");
});
