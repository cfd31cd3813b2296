import type { TedbRun } from "../../../shared/ledger/rates/compare-tax-rates.ts";
import type { Recheck } from "../../../shared/ledger/recount/recheck-rates.ts";
import type { RateProposal, RateProposals } from "../../../shared/vat/tax-rates/rate-proposal.ts";

/** Formats the proposals for a terminal: the open ones, or all. */
export function linesOfProposals({ proposals, last_run }: RateProposals, all: boolean): string[] {
  const listed = proposals.filter(({ state }) => all || state === "open");
  const compared = last_run
    ? `compared with TEDB on ${last_run.at.slice(0, 10)}`
    : "never compared";
  return [
    `${listed.length} ${all ? "" : "open "}proposals, ${compared}`,
    ...listed.map(lineOfProposal),
  ];
}

/** Formats a proposal with its last decision as one line. */
export function lineOfProposal(proposal: RateProposal): string {
  const { proposal_id, state, kept_bps, tedb_bps, source, decisions } = proposal;
  const { action, by, at, rate_bps, valid_from, reason } = decisions.at(-1) ?? {};
  const parts = [
    `${proposal_id}  ${state}: ${kept_bps} is stored, ${tedb_bps.join(" or ")} by ${source}`,
    ...(valid_from === undefined ? [] : [`${rate_bps} from ${valid_from} on`]),
    ...(action === undefined ? [] : [`${action} by ${by} on ${at?.slice(0, 10)}`]),
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
  ];
  return parts.join("; ");
}

/** Formats the result of a comparison for a terminal. */
export const linesOfRun = ({ compared, open, standard_rates }: TedbRun): string[] => [
  `${compared} answers compared, ${open} proposals open`,
  ...standard_rates.map((id) => `standard rate: ${id}`),
];

/** Formats the effect of a changed rate on one account as one line. */
export function lineOfRecheck({ account, events, calculations }: Recheck): string {
  const counts = [...events].sort().map(([period, count]) => `${period}: ${count}`);
  return `${account}  events ${counts.join(", ") || "0"}; calculations ${calculations}`;
}
