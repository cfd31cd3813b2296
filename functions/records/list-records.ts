import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  RecordsList,
  RecordsListQuery,
  recordsPage,
} from "../../shared/ledger/supply-records/schema.ts";
import { listRecordsJobs } from "../../shared/ledger/supply-records/store-records-jobs.ts";

export const handler = accountEndpoint({
  route: routes.listRecords,
  query: RecordsListQuery,
  output: RecordsList,
  run: async ({ query: { limit, cursor }, ledger }) =>
    recordsPage(await listRecordsJobs(ledger, limit + 1, cursor), limit),
});
