import { canonicalText } from "../../core/hash.ts";
import { NO_OVERLAY, RateOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { acceptedRows, acceptedThresholds } from "../../vat/tax-rates/rate-decision.ts";
import { NO_PROPOSALS, RateProposals } from "../../vat/tax-rates/rate-proposal.ts";

/** An item of rates before or after a change. */
type Form = Readonly<Record<string, unknown>>;

type Revision = {
  readonly currency?: unknown;
  readonly old_rate?: unknown;
  readonly new_rate?: unknown;
};

const ratesOf = ({ rates }: Form): Form => (rates ?? {}) as Form;

const revisionsOf = ({ revisions }: Form): readonly Revision[] =>
  Array.isArray(revisions) ? revisions : [];

/** Finds changes of stored exchange rates that the service never makes: a replaced rate becomes a revision. */
export function rateChangeFaults(before: Form | undefined, after: Form): string[] {
  if (!before) return [];
  const past = revisionsOf(before);
  const revisions = revisionsOf(after);
  const added = revisions.slice(past.length);
  const isKept = canonicalText(revisions.slice(0, past.length)) === canonicalText(past);
  const [old, now] = [ratesOf(before), ratesOf(after)];
  const unexplained = Object.keys(old).filter(
    (currency) =>
      old[currency] !== now[currency] &&
      !added.some(
        (one) =>
          one.currency === currency &&
          one.old_rate === old[currency] &&
          one.new_rate === now[currency],
      ),
  );
  return [
    ...(isKept ? [] : ["the revisions were changed in what they had said"]),
    ...unexplained.map((currency) => `the rate of ${currency} was replaced without a revision`),
  ];
}

type Proposal = { readonly proposal_id?: unknown; readonly decisions?: readonly unknown[] };

const proposalsOf = ({ proposals, thresholds }: Form): readonly Proposal[] =>
  [proposals, thresholds].flatMap((list) => (Array.isArray(list) ? list : []));

/** Finds changes of proposed VAT rates that the service never makes: proposals stay, and decisions are only added. */
export function proposalChangeFaults(before: Form | undefined, after: Form): string[] {
  if (!before) return [];
  const rewritten = proposalsOf(before).filter(({ proposal_id, decisions = [] }) => {
    const now = proposalsOf(after).find((one) => one.proposal_id === proposal_id);
    const kept = now?.decisions?.slice(0, decisions.length) ?? null;
    return canonicalText(kept) !== canonicalText(decisions);
  });
  return [
    ...versionFaults(before, after),
    ...rewritten.map(({ proposal_id }) => `the decisions about ${proposal_id} were changed`),
  ];
}

/** Finds changes of the accepted VAT rates without the version of a write. */
export const overlayChangeFaults = (before: Form | undefined, after: Form): string[] =>
  before ? versionFaults(before, after) : [];

const versionFaults = (before: Form, after: Form): string[] =>
  after["version"] === Number(before["version"]) + 1
    ? []
    : ["the version of the rates did not rise by one"];

/** Returns a fault if the accepted VAT rates are not those of the decisions about proposals. */
export function acceptedRateFaults(
  proposals: Form | undefined,
  overlay: Form | undefined,
): string[] {
  const decided = RateProposals.safeParse(proposals ?? NO_PROPOSALS);
  const accepted = RateOverlay.safeParse(overlay ?? NO_OVERLAY);
  const isSame =
    decided.success &&
    accepted.success &&
    canonicalText(acceptedRows(decided.data)) === canonicalText(accepted.data.rows) &&
    canonicalText(acceptedThresholds(decided.data)) === canonicalText(accepted.data.thresholds);
  return isSame ? [] : ["the accepted rates are not those of the decisions about proposals"];
}
