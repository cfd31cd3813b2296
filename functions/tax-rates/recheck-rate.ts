import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { requestRecheck } from "../../shared/vat/rate-proposals/decide-rate.ts";
import {
  ProposalPath,
  ProposalView,
  proposalView,
} from "../../shared/vat/rate-proposals/proposal-view.ts";
import { RecheckRequest } from "../../shared/vat/rate-proposals/rate-recheck.ts";

export const handler = accountEndpoint({
  route: routes.recheckRate,
  path: ProposalPath,
  body: RecheckRequest,
  bodyOptional: true,
  output: ProposalView,
  status: 202,
  run: async ({ path, body, author }) => proposalView(await requestRecheck(path.id, body, author)),
});
