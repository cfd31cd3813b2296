import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  fullJobView,
  RecordsDetail,
  RecordsRequest,
} from "../../shared/ledger/supply-records/schema.ts";
import { requestRecords } from "../../shared/ledger/supply-records/write-records.ts";

export const handler = accountEndpoint({
  route: routes.createRecords,
  body: RecordsRequest,
  output: RecordsDetail,
  status: 201,
  run: async ({ body, ledger, author, now }) =>
    fullJobView(await requestRecords(ledger, body, { author, now })),
});
