import type {
  CheckCount,
  SupplyEvent,
  SupplyEventList,
  VatClient,
} from "../../../../client/src/eu-vat-client.ts";

/** What is to be reviewed: events that wait for a decision, or those with a finding that blocks. */
export type Kind = "needs_review" | CheckCount["code"];

/** Findings that keep a period from being ready, until somebody has decided about each event. */
const BLOCKING = [
  "rate_given_in_percent",
  "rate_category_mismatch",
  "vat_on_zero_category",
  "vat_on_b2b_sale",
  "currency_differs_from_sale",
  "refund_above_sale",
  "before_scheme",
] as const satisfies readonly CheckCount["code"][];

export const KINDS: readonly Kind[] = ["needs_review", ...BLOCKING];

const PAGE = 200;

/** A page of the queue; of a finding only events that nobody has decided about. */
export async function loadReview(
  client: VatClient,
  kind: Kind,
  cursor: string | null,
  signal: AbortSignal,
): Promise<SupplyEventList> {
  const which = kind === "needs_review" ? { classification_status: kind } : { warning: kind };
  const query = { ...which, limit: PAGE, ...(cursor ? { cursor } : {}) };
  const page = await client.listSupplyEvents({ query }, { signal });
  return kind === "needs_review" ? page : { ...page, items: page.items.filter(isUndecided(kind)) };
}

const isUndecided =
  (kind: CheckCount["code"]) =>
  ({ classification_history }: SupplyEvent): boolean =>
    !classification_history.some(({ settled_checks = [] }) => settled_checks.includes(kind));
