import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { fileReturn } from "../../shared/returns/locks/file-return.ts";
import {
  FilingRequest,
  filingOf,
  futureFilingFaults,
  LockedPeriodDetail,
  SchemeFiledQuery,
} from "../../shared/returns/locks/schema.ts";
import { lockWithExports } from "../../shared/returns/locks/view.ts";
import { RETURN_FAULTS, rejectWrongKind, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.markReturnFiled,
  path: SchemePath,
  query: SchemeFiledQuery,
  faultCodes: RETURN_FAULTS,
  body: FilingRequest,
  bodyOptional: true,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({ path: { scheme }, query, body, ledger, author, now, today }) => {
    rejectWrongKind(scheme, query.period);
    const filing = filingOf(body, query.period, { author, now, today });
    return lockWithExports(await fileReturn(ledger, scheme, query, filing, now));
  },
});
