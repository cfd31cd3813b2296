import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { decideRate } from "../../shared/ledger/rates/decide-rate.ts";
import {
  AnyProposalView,
  anyProposalView,
  ProposalPath,
} from "../../shared/vat/tax-rates/proposal-view.ts";
import { RateDecision } from "../../shared/vat/tax-rates/rate-decision.ts";

export const handler = accountEndpoint({
  route: routes.decideRateProposal,
  path: ProposalPath,
  body: RateDecision,
  output: AnyProposalView,
  run: async ({ path, body, keyId }) => anyProposalView(await decideRate(path.id, body, keyId)),
});
