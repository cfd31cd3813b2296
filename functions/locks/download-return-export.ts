import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { findExport } from "../../shared/returns/locks/file-return.ts";
import { artifactLink } from "../../shared/returns/locks/store-lock-files.ts";
import { RETURN_FAULTS, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.downloadReturnExport,
  path: z.strictObject({ ...SchemePath.shape, export_id: z.string() }),
  query: LinkQuery,
  output: LinkBody,
  faultCodes: { scheme: RETURN_FAULTS.scheme },
  run: async ({ path: { scheme, export_id }, query, ledger, now }) =>
    linkAnswer(await artifactLink(await findExport(ledger, scheme, export_id), now), query),
});
