import type { CheckCount, SupplyEvent, VatClient } from "../../../../client/src/eu-vat-client.ts";
import { fullPage, type ListPage } from "../paging/full-page.ts";

/** The kind of review: events in review, or events with one blocking check. */
export type Kind = "needs_review" | CheckCount["code"];

/** The blocking checks, which prevent filing until each event has been decided on. */
const BLOCKING = [
  "rate_given_in_percent",
  "rate_category_mismatch",
  "vat_on_zero_category",
  "vat_on_b2b_sale",
  "vat_on_untaxed_sale",
  "currency_differs_from_sale",
  "refund_above_sale",
  "before_scheme",
] as const satisfies readonly CheckCount["code"][];

export const KINDS: readonly Kind[] = ["needs_review", ...BLOCKING];

/** Loads a page of the review queue. For a check it contains only undecided events. */
export const loadReview = (
  client: VatClient,
  kind: Kind,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<SupplyEvent>> =>
  fullPage(async (paging) => {
    const which = kind === "needs_review" ? { classification_status: kind } : { warning: kind };
    const page = await client.listSupplyEvents({ query: { ...which, ...paging } }, { signal });
    if (kind === "needs_review") return page;
    return { ...page, items: page.items.filter(isUndecided(kind)) };
  }, cursor);

const isUndecided =
  (kind: CheckCount["code"]) =>
  ({ classification_history }: SupplyEvent): boolean =>
    !classification_history.some(({ settled_checks = [] }) => settled_checks.includes(kind));
