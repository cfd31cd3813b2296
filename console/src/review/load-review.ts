import type { CheckCount, SupplyEvent, VatClient } from "../../../client/src/eu-vat-client.ts";
import { fullPage, type ListPage } from "../paging/full-page.ts";

/** Exclusions that a missing fact, sale or decision causes; the events are in no return until it is there. */
const INCOMPLETE = [
  "taxed_at_home_under_scheme_excluded",
  "missing_origin_excluded",
  "consignment_value_unverified_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
] as const;

/** The kind of review: events in review, with one exclusion, or with one check. */
export type Kind = "needs_review" | (typeof INCOMPLETE)[number] | CheckCount["code"];

/** The blocking checks, which prevent filing until each event has been decided on. */
const BLOCKING = [
  "rate_given_in_percent",
  "rate_category_mismatch",
  "vat_on_zero_category",
  "vat_on_b2b_sale",
  "vat_on_untaxed_sale",
  "currency_differs_from_sale",
  "refund_above_sale",
  "refund_vat_differs_from_sale",
  "before_scheme",
] as const satisfies readonly CheckCount["code"][];

/** Checks that prevent nothing, and that somebody should look at. */
const WARNINGS = [
  "rate_not_in_force",
  "rate_of_other_form",
  "vat_differs_from_rate",
  "refund_before_sale",
  "currency_replaced_by_euro",
  "location_evidence_missing",
  "price_far_above_intrinsic_value",
  "deemed_supplier_differs_from_source",
] as const satisfies readonly CheckCount["code"][];

export const KINDS = {
  waiting: ["needs_review", ...INCOMPLETE],
  blocking: BLOCKING,
  warnings: WARNINGS,
} as const satisfies Record<string, readonly Kind[]>;

const ALL: readonly Kind[] = Object.values(KINDS).flat();

/** Returns the kind that an address names; undefined where it names none. */
export const kindNamed = (name: string | undefined): Kind | undefined =>
  ALL.find((kind) => kind === name);

/** Returns the first kind that has events; events in review where none has. */
export const firstKind = (counts: ReadonlyMap<Kind, number>): Kind =>
  ALL.find((kind) => counts.get(kind)) ?? "needs_review";

/** True if a decision settles the finding, after which the event leaves the queue. */
const isSettled = (kind: Kind): boolean => BLOCKING.some((blocking) => blocking === kind);

/** The choice of events to review: a kind, and on request a period and a shop. */
export type ReviewQuery = {
  readonly kind: Kind;
  readonly period: string | undefined;
  readonly source: string | undefined;
};

/** Loads a page of the review queue. For a blocking check it contains only undecided events. */
export const loadReview = (
  client: VatClient,
  { kind, period, source }: ReviewQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<SupplyEvent>> =>
  fullPage(async (paging) => {
    const filter = kind === "needs_review" ? { classification_status: kind } : { warning: kind };
    const query = {
      ...filter,
      ...(period ? { period } : {}),
      ...(source ? { source_id: source } : {}),
      ...paging,
    };
    const page = await client.listSupplyEvents({ query }, { signal });
    if (!isSettled(kind)) return page;
    return { ...page, items: page.items.filter(isUndecided(kind)) };
  }, cursor);

const isUndecided =
  (kind: Kind) =>
  ({ classification_history }: SupplyEvent): boolean =>
    !classification_history.some(({ settled_checks }) =>
      settled_checks?.some((check) => check === kind),
    );
