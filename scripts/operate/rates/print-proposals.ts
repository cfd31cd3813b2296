import type { Recheck } from "../../../shared/ledger/recount/recheck-rates.ts";
import type { TedbRun } from "../../../shared/ledger/tax-rates/compare-tax-rates.ts";
import type {
  RateProposal,
  RateProposals,
  ThresholdProposal,
} from "../../../shared/vat/rate-proposals/rate-proposal.ts";

/** Formats the proposals for a terminal: the open ones, or all. */
export function linesOfProposals(
  { proposals, thresholds, last_run }: RateProposals,
  all: boolean,
): string[] {
  const listed = [...proposals, ...thresholds].filter(({ state }) => all || state === "open");
  const compared = last_run
    ? `compared with TEDB on ${last_run.at.slice(0, 10)}`
    : "never compared";
  return [
    `${listed.length} ${all ? "" : "open "}proposals, ${compared}`,
    ...listed.map(lineOfProposal),
  ];
}

/** Formats a proposal with its last decision as one line. */
export function lineOfProposal(proposal: RateProposal | ThresholdProposal): string {
  const { proposal_id, state, source, decisions } = proposal;
  const { action, by, at, rate_bps, valid_from, reason } = decisions.at(-1) ?? {};
  const parts = [
    `${proposal_id}  ${state}: ${proposedIn(proposal)} by ${source}`,
    ...(valid_from === undefined ? [] : [`${rate_bps ?? "applied"} from ${valid_from} on`]),
    ...(action === undefined ? [] : [`${action} by ${by} on ${at?.slice(0, 10)}`]),
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
  ];
  return parts.join("; ");
}

/** Formats the stored and the proposed value. A proposal by hand names its first day and the address of its source. */
function proposedIn(proposal: RateProposal | ThresholdProposal): string {
  if ("threshold_nac" in proposal) {
    const { currency, kept_nac, threshold_nac, valid_from, source_url } = proposal;
    return `${kept_nac ?? "nothing"} is stored, ${currency} ${threshold_nac} from ${valid_from} on (${source_url})`;
  }
  const { kept_bps, tedb_bps, by_hand } = proposal;
  const proposed = by_hand
    ? `${by_hand.rate_bps} from ${by_hand.valid_from} on (${by_hand.source_url})`
    : tedb_bps.join(" or ");
  return `${kept_bps} is stored, ${proposed}`;
}

/** Formats the result of a comparison for a terminal. */
export const linesOfRun = ({ compared, open, standard_rates }: TedbRun): string[] => [
  `${compared} answers compared, ${open} proposals open`,
  ...standard_rates.map((id) => `standard rate: ${id}`),
];

/** Formats the effect of a changed rate on one account as one line. */
export function lineOfRecheck({ ledger: account, events, calculations }: Recheck): string {
  const counts = [...events].sort().map(([period, count]) => `${period}: ${count}`);
  return `${account}  events ${counts.join(", ") || "0"}; calculations ${calculations}`;
}
