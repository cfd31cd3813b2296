import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadProposals } from "../../shared/ledger/rates/store-rates.ts";
import { ProposalList, proposalList } from "../../shared/vat/tax-rates/proposal-view.ts";

export const handler = accountEndpoint({
  route: routes.listRateProposals,
  output: ProposalList,
  run: async () => proposalList(await loadProposals()),
});
