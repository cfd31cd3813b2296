import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  UploadLinkList,
  UploadLinkQuery,
  uploadLinksPage,
} from "../../shared/imports/upload-links/schema.ts";
import { listUploadLinks } from "../../shared/imports/upload-links/store-upload-links.ts";

export const handler = accountEndpoint({
  route: routes.listUploadLinks,
  query: UploadLinkQuery,
  output: UploadLinkList,
  run: async ({ query: { limit, cursor }, ledger, now }) =>
    uploadLinksPage(await listUploadLinks(ledger, limit + 1, cursor), limit, now),
});
