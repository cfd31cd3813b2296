import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { applyAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";
import { loadDeclaredReturn } from "../../shared/returns/locks/load-declared-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { returnFileCheck } from "../../shared/returns/portal-files/return-file.ts";
import { ReturnFileCheck } from "../../shared/returns/portal-files/schema.ts";

export const handler = accountEndpoint({
  route: routes.checkReturnFiles,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnFileCheck,
  prepare: applyAcceptedRates,
  run: async ({ path: { scheme, period }, query, account }) => {
    const loaded = await loadDeclaredReturn(account, scheme, period, query.registration_id);
    return returnFileCheck(loaded, loaded.state);
  },
});
