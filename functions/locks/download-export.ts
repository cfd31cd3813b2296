import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { findExport } from "../../shared/returns/locks/file-return.ts";
import { artifactLink } from "../../shared/returns/locks/store-lock-files.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.downloadExport,
  path: z.strictObject({ export_id: z.string() }),
  query: LinkQuery,
  output: LinkBody,
  run: async ({ path: { export_id }, query, ledger, now }) =>
    linkAnswer(await artifactLink(await findExport(ledger, UNION_OSS, export_id), now), query),
});
