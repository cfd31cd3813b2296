import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { fileReturn } from "../../shared/flows/file-return.ts";
import { FilingRequest, filingOf, futureFilingFaults } from "../../shared/locks/filing.ts";
import { FiledQuery } from "../../shared/locks/listing.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.markPeriodFiled,
  query: FiledQuery,
  faultCodes: PERIOD_FAULTS,
  body: FilingRequest,
  bodyOptional: true,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({ query, body, account, keyId, now, today }) => {
    const filing = filingOf(body, query.period, { keyId, now, today });
    return shownWithExports(await fileReturn(account, UNION_OSS, query, filing, now));
  },
});
