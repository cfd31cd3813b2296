import type { RateProposal, VatClient } from "../../../client/src/eu-vat-client.ts";
import { isThreshold, type Proposal } from "./proposal.ts";

export type Decision = Parameters<VatClient["decideRateProposal"]>[0]["body"];

export type Action = Decision["action"];

const OF_STATE = {
  open: ["accept", "refuse"],
  accepted: ["withdraw"],
  refused: ["reopen"],
  withdrawn: ["reopen"],
} as const satisfies Record<RateProposal["state"], readonly [Action, ...Action[]]>;

/** Returns the decisions that a proposal allows. A rate that was accepted before can be withdrawn in any state. */
export function actionsFor(proposal: Proposal): readonly [Action, ...Action[]] {
  const { state } = proposal;
  const actions = OF_STATE[state];
  const isAccepted = isThreshold(proposal) ? proposal.is_accepted : proposal.accepted.length > 0;
  const isAddable = state !== "accepted" && isAccepted;
  return isAddable ? [...actions, "withdraw"] : actions;
}

export function bodyOf(action: Action, typed: Readonly<Record<string, string>>): Decision {
  const { reason = "", valid_from, rate_bps } = typed;
  if (action !== "accept") return { action, reason };
  const day = valid_from === undefined ? {} : { valid_from };
  const chosen = rate_bps === undefined ? {} : { rate_bps: Number(rate_bps) };
  return { action, reason, ...day, ...chosen };
}
