import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { ReturnQuestion } from "../../../../shared/returns/compute/open-questions.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { importedFile } from "../../../stack/imports.ts";
import { committed, newSeller } from "../../../stack/seller.ts";

const PERIOD = "2025-Q3";
const day = "2025-08-05" as IsoDate;

type Prep = { readonly union_oss: { readonly open_questions: readonly ReturnQuestion[] } };
type Listed = { readonly items: readonly unknown[] };

it("the path of each open question lists what is open", async () => {
  const seller = await newSeller();
  const sales = [
    makeSale({ event_id: "review", supply_date: day, classification_status: "needs_review" }),
    makeSale({ event_id: "percent", supply_date: day, vat_rate_bps: 19 }),
    makeSale({ event_id: "percent-too", supply_date: day, vat_rate_bps: 19 }),
  ];
  for (const sale of sales) await committed(seller, sale);
  const incomplete = { ...makeSale({ event_id: "row", supply_date: day }), currency: "?" };
  await importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(`${JSON.stringify(incomplete)}\n`),
  });
  const path = `/v1/reports/filing-prep?period=${PERIOD}`;
  const { body } = await call<Prep>(seller.readOnly, "GET", path);
  const questions = body.union_oss.open_questions;
  expect(questions.map(({ code }) => code).sort()).toEqual([
    "needs_review_excluded",
    "open_import_rows",
    "rate_given_in_percent",
  ]);
  for (const question of questions) {
    const listed = await call<Listed>(seller.readOnly, "GET", question.path);
    expect([question.path, listed.status]).toEqual([question.path, 200]);
    expect([question.path, listed.body.items.length]).toEqual([question.path, question.count]);
  }
});
