import type { ExclusionReason } from "../formats/reasons.ts";
import { EXCLUSIONS } from "../formats/reasons.ts";
import type { ImportJob } from "../jobs/job.ts";
import { ALREADY_RECORDED, type LeftOut, OTHER_REASONS } from "../jobs/left-out.ts";
import { type BridgeLine, bridgeLine, type LineCode, MoneySums } from "./bridge-line.ts";

/** The line of each reason to leave a row out; all other reasons are open questions. */
const LINE_OF: Readonly<Record<ExclusionReason, LineCode>> = {
  stock_movement: "no_sale",
  goods_return_without_money: "no_sale",
  invoice_reissued: "no_sale",
  cancelled: "no_sale",
  voided: "no_sale",
  not_paid: "no_sale",
  test_order: "no_sale",
  draft: "no_sale",
  nothing_charged: "no_sale",
  gift_card: "no_sale",
  no_supply: "no_sale",
  duty_alone: "no_sale",
  channel_fee: "no_sale",
  local_pickup: "domestic",
  domestic_goods: "domestic",
  services_taxed_at_establishment: "domestic",
  taxed_in_dispatch_country: "domestic",
  not_under_union_scheme: "domestic",
  export: "outside_union",
  outside_eu: "outside_union",
  outside_eu_with_vat: "outside_union",
  b2b_customer: "business",
  deemed_by_marketplace: "marketplace",
  consignment_value_exceeded: "other_exclusions",
  original_left_out: "other_exclusions",
  duplicate: "repeated",
};

const isExclusion = (reason: string): reason is ExclusionReason =>
  Object.hasOwn(EXCLUSIONS, reason);

function lineOf(reason: string): LineCode {
  if (reason === ALREADY_RECORDED) return "repeated";
  if (reason === OTHER_REASONS) return "other_exclusions";
  return isExclusion(reason) ? LINE_OF[reason] : "unresolved";
}

/** True if rows of the reason are not in the ledger and may have to be. */
export const isOpenReason = (reason: string): boolean => lineOf(reason) === "unresolved";

const ORDER: readonly LineCode[] = [
  "repeated",
  "no_sale",
  "domestic",
  "outside_union",
  "business",
  "marketplace",
  "other_exclusions",
  "unresolved",
];

/** The rows that one import has left out. */
type LeftOutOfImport = {
  readonly import_id: string;
  readonly left_out: readonly LeftOut[];
};

/** Reasons whose rows are in no list: the rows were taken, or their reasons are not known any more. */
const UNLISTED: readonly string[] = [ALREADY_RECORDED, OTHER_REASONS];

/**
 * Returns a line for each kind of reason for which rows of the imports were left out. A row may have several faults, and
 * so several reasons of a line; it is counted once, with the first of them.
 * @param months the months of the rows; all without it
 */
export function linesOfLeftOut(
  imports: readonly LeftOutOfImport[],
  months: ReadonlySet<string> = new Set(),
): BridgeLine[] {
  const all = imports.flatMap(({ import_id, left_out }) =>
    left_out.map((one) => ({ import_id, ...one })),
  );
  return ORDER.flatMap((code) => {
    const rows = all.filter(({ reason }) => lineOf(reason) === code);
    if (rows.length === 0) return [];
    const listed = rows.filter(({ reason }) => !UNLISTED.includes(reason));
    const links = [...Map.groupBy(listed, ({ import_id }) => import_id)].map(([id, own]) => {
      const reasons = [...new Set(own.map(({ reason }) => reason))];
      const inMonths = months.size > 0 ? `&month=${[...months]}` : "";
      return `/v1/imports/${id}/rows?reason=${reasons}${inMonths}`;
    });
    const parts = {
      ...({ stage: "files", code, sign: "minus" } as const),
      count: rows.reduce((sum, row) => sum + row.rows, 0),
      unread_count: rows.reduce((sum, { unread }) => sum + unread, 0),
      codes: rows.map(({ reason }) => reason),
      links,
    };
    return [bridgeLine(parts, grossOfRows(rows))];
  });
}

/** Adds up the amounts with VAT of rows; a row without a currency has none. */
export function grossOfRows(rows: readonly LeftOut[]): MoneySums {
  const sums = new MoneySums();
  for (const { currency, gross_amount_minor: gross } of rows) {
    if (currency !== "") sums.add(currency, { gross, taxable: null, vat: null });
  }
  return sums;
}

/** Counts the rows that are done and whose amounts were not kept, because an earlier version has counted them. */
export function rowsNotKept({ totals }: Pick<ImportJob, "totals">): number {
  const { rows, committed } = totals.counts;
  return rows - committed - totals.left_out.reduce((sum, one) => sum + one.rows, 0);
}
