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
