import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { revokeUploadLink } from "../../shared/imports/upload-links/manage-upload-links.ts";
import {
  UploadLinkPath,
  UploadLinkView,
  uploadLinkView,
} from "../../shared/imports/upload-links/schema.ts";

export const handler = accountEndpoint({
  route: routes.revokeUploadLink,
  path: UploadLinkPath,
  output: UploadLinkView,
  run: async ({ path, ledger, now }) =>
    uploadLinkView(await revokeUploadLink(ledger, path.id, now), now),
});
