import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { RecordsDetail, RecordsPath, shownJobInFull } from "../../shared/records/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadRecordsJob } from "../../shared/store/records-jobs.ts";

export const handler = accountEndpoint({
  route: routes.getRecords,
  path: RecordsPath,
  faultCodes: { id: "not_found" },
  output: RecordsDetail,
  run: async ({ path, account }) => {
    const job = await loadRecordsJob(account, path.id);
    if (!job) throw notFound("records");
    return shownJobInFull(job);
  },
});
