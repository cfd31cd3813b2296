import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import {
  fullJobView,
  RecordsDetail,
  RecordsPath,
} from "../../shared/ledger/supply-records/schema.ts";
import { loadRecordsJob } from "../../shared/ledger/supply-records/store-records-jobs.ts";

export const handler = accountEndpoint({
  route: routes.getRecords,
  path: RecordsPath,
  output: RecordsDetail,
  run: async ({ path, ledger }) => {
    const job = await loadRecordsJob(ledger, path.id);
    if (!job) throw notFound("records");
    return fullJobView(job);
  },
});
