import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { decideRate } from "../../shared/vat/rate-proposals/decide-rate.ts";
import {
  AnyProposalView,
  anyProposalView,
  ProposalPath,
} from "../../shared/vat/rate-proposals/proposal-view.ts";
import { RateDecision } from "../../shared/vat/rate-proposals/rate-decision.ts";

export const handler = accountEndpoint({
  route: routes.decideRateProposal,
  path: ProposalPath,
  body: RateDecision,
  output: AnyProposalView,
  run: async ({ path, body, author }) => anyProposalView(await decideRate(path.id, body, author)),
});
