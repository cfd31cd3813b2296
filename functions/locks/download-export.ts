import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/link-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { findExport } from "../../shared/flows/find-export.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { artifactLink } from "../../shared/store/artifact-links.ts";

export const handler = accountEndpoint({
  route: routes.downloadExport,
  path: z.strictObject({ export_id: z.string() }),
  query: LinkQuery,
  output: LinkBody,
  run: async ({ path: { export_id }, query, account, now }) =>
    linkAnswer(await artifactLink(await findExport(account, UNION_OSS, export_id), now), query),
});
