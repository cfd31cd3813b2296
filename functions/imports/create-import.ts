import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { requestImport } from "../../shared/imports/jobs/manage-import.ts";
import { CreatedImport, ImportRequest, importView } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.createImport,
  body: ImportRequest,
  output: CreatedImport,
  status: 201,
  run: async ({ body, ledger, author, now }) => {
    const { job, upload } = await requestImport(ledger, body, { author, now });
    return { ...importView(job, now), upload };
  },
});
