import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  ProposalList,
  ProposalListQuery,
  proposalList,
} from "../../shared/vat/rate-proposals/proposal-view.ts";
import { loadProposals } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = accountEndpoint({
  route: routes.listRateProposals,
  query: ProposalListQuery,
  output: ProposalList,
  run: async ({ query }) => proposalList(await loadProposals(), query),
});
