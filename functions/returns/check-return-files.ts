import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadDeclaredReturn } from "../../shared/filing/load-declared-return.ts";
import { returnFileCheck } from "../../shared/filing/portal-files/return-file.ts";
import { ReturnFileCheck } from "../../shared/filing/portal-files/schema.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { loadVatRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = accountEndpoint({
  route: routes.checkReturnFiles,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnFileCheck,
  prepare: loadVatRates,
  run: async ({ path: { scheme, period }, query, ledger }, rates) => {
    const loaded = await loadDeclaredReturn(ledger, scheme, period, query.registration_id);
    return returnFileCheck({ ...loaded, rates }, loaded.state);
  },
});
