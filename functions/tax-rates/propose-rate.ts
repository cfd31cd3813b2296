import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { proposeRate } from "../../shared/vat/rate-proposals/decide-rate.ts";
import { AnyProposalView, anyProposalView } from "../../shared/vat/rate-proposals/proposal-view.ts";
import { HandProposal } from "../../shared/vat/rate-proposals/rate-proposal.ts";

export const handler = accountEndpoint({
  route: routes.proposeRate,
  body: HandProposal,
  status: 201,
  output: AnyProposalView,
  run: async ({ body, author }) => anyProposalView(await proposeRate(body, author)),
});
