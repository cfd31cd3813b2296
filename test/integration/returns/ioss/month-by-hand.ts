import { readFileSync } from "node:fs";
import type { ShownEvent } from "../../../stack/seller.ts";

/*
 * A month of the import scheme, event by event, from what the ledger shows: no sums, no index, no
 * code of the service. Slow, and in the words of the published rules.
 */
export type Window = { readonly effective_from: string; readonly effective_to?: string };

type Line = { readonly key: string; readonly event: ShownEvent };

export type ByHand = {
  /** Taxable amount and VAT by Member State and rate, in euro cents; of corrections, by month. */
  readonly rows: Record<string, readonly [taxable: number, vat: number]>;
  readonly excluded: Record<string, number>;
  readonly included: number;
};

export function monthByHand(
  ledger: readonly ShownEvent[],
  windows: readonly Window[],
  month: string,
): ByHand {
  const imports = ledger.filter(({ supply_kind }) => supply_kind === "imported_goods");
  const events = imports.filter((event) => returnDay(event, ledger, windows).startsWith(month));
  const lines: Line[] = [];
  const excluded: Record<string, number> = {};
  for (const event of events) {
    const original = ledger.find(({ event_id }) => event_id === event.original_event_id);
    const found = place(event, original, ledger, windows, month);
    if ("code" in found) excluded[found.code] = (excluded[found.code] ?? 0) + 1;
    else lines.push({ key: found.key, event });
  }
  const rows = [...Map.groupBy(lines, ({ key }) => key)]
    .map(([key, own]) => [key, [total(own, "taxable", month), total(own, "vat", month)]] as const)
    .filter(([, [taxable, vat]]) => taxable !== 0 || vat !== 0);
  return { rows: Object.fromEntries(rows), excluded, included: lines.length };
}

/** The day that decides on the return: the last day of the registrations of the sale, where a correction comes later. */
function returnDay(
  { supply_date, link_status, original_event_id }: ShownEvent,
  ledger: readonly ShownEvent[],
  windows: readonly Window[],
): string {
  const sale = ledger.find(({ event_id }) => event_id === original_event_id);
  if (link_status !== "linked" || !sale) return supply_date;
  const declared = windows.filter((window) => inWindow([window], sale.supply_date));
  const ends = declared
    .flatMap((window) => unbroken(windows, window))
    .map(({ effective_to = "9999-12-31" }) => effective_to)
    .filter((end) => end >= sale.supply_date);
  const end = ends.sort().at(-1) ?? "9999-12-31";
  return end < supply_date ? end : supply_date;
}

/** The windows that follow each other without a day between them, around one of them. */
function unbroken(windows: readonly Window[], window: Window): Window[] {
  const dayAfter = (day = "9999-12-31") =>
    new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return windows.filter(
    (other) =>
      other === window ||
      dayAfter(window.effective_to) === other.effective_from ||
      dayAfter(other.effective_to) === window.effective_from,
  );
}

const inWindow = (windows: readonly Window[], day: string): boolean =>
  windows.some(
    ({ effective_from, effective_to = "9999" }) => effective_from <= day && day <= effective_to,
  );

function place(
  event: ShownEvent,
  original: ShownEvent | undefined,
  ledger: readonly ShownEvent[],
  windows: readonly Window[],
  month: string,
): { code: string } | { key: string } {
  const here = windows.filter(
    ({ effective_from, effective_to = "9999" }) =>
      effective_from <= `${month}-31` && `${month}-01` <= effective_to,
  );
  const [own, ...others] = here;
  if (!own) return { code: "registration_missing_excluded" };
  if (others.length > 0) return { code: "registration_overlap_excluded" };
  const code =
    (event.event_type === "sale"
      ? saleCode(event, ledger)
      : correctionCode(event, ledger, original)) ??
    daysCode(original, event, { windows, own, month });
  if (code) return { code };
  const rated = original ?? event;
  const period = rated.supply_date.slice(0, 7);
  if (euroRate(event.currency, period) === undefined) {
    return { code: "missing_exchange_rate_excluded" };
  }
  return period === month
    ? { key: `${event.consumption_country} ${rated.vat_rate_bps}` }
    : { key: `${event.consumption_country} of ${period}` };
}

/** The reason why the day of the sale keeps an event out of the return of a registration. */
function daysCode(
  original: ShownEvent | undefined,
  event: ShownEvent,
  { windows, own, month }: { windows: readonly Window[]; own: Window; month: string },
): string | undefined {
  const sold = (original ?? event).supply_date;
  if (!inWindow(windows, sold)) {
    return original
      ? "correction_reference_missing_excluded"
      : "outside_registration_window_excluded";
  }
  // A correction belongs to the unbroken registration of its sale, whatever its own day.
  const nets = original === undefined || sold.startsWith(month);
  return nets || inWindow(unbroken(windows, own), sold)
    ? undefined
    : "correction_to_former_state_excluded";
}

function saleCode(event: ShownEvent, ledger: readonly ShownEvent[]): string | undefined {
  const { consignment } = event;
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status === "excluded") return "classification_excluded";
  if (event.vat_rate_bps === 0) return "unsupported_rate_category_excluded";
  if (consignment?.excise_goods) return "excise_goods_excluded";
  const euro = euroValue(event);
  const together = ledger.filter(
    (one) =>
      one.event_id === event.event_id ||
      (consignment?.id !== undefined &&
        one.consignment?.id === consignment.id &&
        one.classification_status !== "excluded"),
  );
  const sum = together.reduce((total, one) => total + (euroValue(one) ?? 0), 0);
  if (euro !== undefined && sum > 15_000) return "consignment_value_exceeded_excluded";
  if (euro === undefined) return "consignment_value_unverified_excluded";
  return event.origin_country ? undefined : "missing_origin_excluded";
}

const euroValue = ({ consignment }: ShownEvent): number | undefined =>
  consignment?.intrinsic_value_eur_minor ??
  (consignment?.currency === "EUR" ? consignment.intrinsic_value_minor : undefined);

function correctionCode(
  event: ShownEvent,
  ledger: readonly ShownEvent[],
  original?: ShownEvent,
): string | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status === "excluded") return "classification_excluded";
  if (event.link_status === "invalid") return "correction_reference_invalid_excluded";
  if (event.link_status !== "linked" || !original) return "correction_reference_missing_excluded";
  return saleCode(original, ledger) && "correction_reference_invalid_excluded";
}

const history = readFileSync("shared/vat/reference-data/ecb-history.csv", "utf8")
  .split("\n")
  .filter((row) => row >= "2025-05-01" && row < "2025-11-01")
  .map((row) => row.split(",") as [string, string, string]);

/** The first rate on or after the last day of the month, in millionths of a unit per euro. */
function euroRate(currency: string, month: string): bigint | undefined {
  if (currency === "EUR") return 1_000_000n;
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
  const day = last.toISOString().slice(0, 10);
  const row = history.find(([on, code]) => on >= day && code === currency);
  return row && BigInt(Math.round(Number(row[2]) * 1_000_000));
}

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0 };

/** Adds amounts over one common denominator and rounds the sum, halves away from zero. */
function total(lines: readonly Line[], of: "taxable" | "vat", month: string): number {
  const parts = lines.map(({ key, event }) => {
    const rate = euroRate(event.currency, key.split(" of ")[1] ?? month) as bigint;
    const sign = event.event_type === "refund" || event.event_type === "credit_note" ? -1n : 1n;
    const amount = of === "taxable" ? event.taxable_amount_minor : event.vat_amount_minor;
    const cents = 10n ** BigInt(2 - (DECIMALS[event.currency] ?? 2));
    return { above: sign * BigInt(amount) * cents * 1_000_000n, below: rate };
  });
  const below = parts.reduce((product, part) => product * part.below, 1n);
  const above = parts.reduce((sum, part) => sum + part.above * (below / part.below), 0n);
  const size = above < 0n ? -above : above;
  const rounded = Number((size * 2n + below) / (below * 2n));
  return above < 0n && rounded !== 0 ? -rounded : rounded;
}
