import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { requestRecheck } from "../../shared/ledger/rates/decide-rate.ts";
import {
  ProposalPath,
  ProposalView,
  proposalView,
} from "../../shared/vat/tax-rates/proposal-view.ts";
import { RecheckRequest } from "../../shared/vat/tax-rates/rate-recheck.ts";

export const handler = accountEndpoint({
  route: routes.recheckRate,
  path: ProposalPath,
  body: RecheckRequest,
  bodyOptional: true,
  output: ProposalView,
  status: 202,
  run: async ({ path, body, keyId }) => proposalView(await requestRecheck(path.id, body, keyId)),
});
