import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { fileReturn } from "../../shared/returns/locks/file-return.ts";
import {
  FiledQuery,
  FilingRequest,
  filingOf,
  futureFilingFaults,
  LockedPeriodDetail,
} from "../../shared/returns/locks/schema.ts";
import { lockWithExports } from "../../shared/returns/locks/view.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.markPeriodFiled,
  query: FiledQuery,
  faultCodes: PERIOD_FAULTS,
  body: FilingRequest,
  bodyOptional: true,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({ query, body, ledger, author, now, today }) => {
    const filing = filingOf(body, query.period, { author, now, today });
    return lockWithExports(await fileReturn(ledger, UNION_OSS, query, filing, now));
  },
});
