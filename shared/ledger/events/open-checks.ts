import { type Check, type CheckCode, checkOf } from "../../vat/schemes/check-codes.ts";
import { schemeOf } from "../../vat/schemes/schemes.ts";
import type { LedgerEvent } from "../../vat/schemes/supply-event.ts";
import { LINK_CHECKS } from "./link-checks.ts";

/** All that is found about an event: of itself, and of a non-sale by what it corrects. */
export function checksOn({ checks, link }: LedgerEvent): Check[] {
  const linked = link?.status === "linked" ? (link.checks ?? []) : [];
  return [...checks, ...linked.map((code) => checkOf(code, LINK_CHECKS[code]))];
}

/** What tells of VAT that was charged and stands in no return: being excluded is no answer to it. */
const VAT_LEFT_OUT: ReadonlySet<CheckCode> = new Set(["vat_on_zero_category", "vat_on_b2b_sale"]);

/**
 * The checks that still count. A blocking one is settled once a person has decided about the event, and
 * does not matter while the event stands in no return: it must be possible to get a period ready.
 */
export function openChecks(event: LedgerEvent): Check[] {
  const settled = new Set(
    (event.classification_history ?? []).flatMap((step) => step.settled_checks ?? []),
  );
  const isExcluded = schemeOf(event).exclusionOf(event) !== undefined;
  return checksOn(event).filter(
    ({ code, severity }) =>
      severity !== "blocking" || !(settled.has(code) || (isExcluded && !VAT_LEFT_OUT.has(code))),
  );
}

/** The blocking ones among them. */
export const openBlockingCodes = (event: LedgerEvent): CheckCode[] =>
  openChecks(event)
    .filter(({ severity }) => severity === "blocking")
    .map(({ code }) => code);
