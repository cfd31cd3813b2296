import * as routes from "../../shared/api/routes.ts";
import { senderEndpoint } from "../../shared/api/sender-endpoint.ts";
import { openUploadLink } from "../../shared/imports/upload-links/receive-upload.ts";
import { LinkToken, SenderView, senderView } from "../../shared/imports/upload-links/schema.ts";

export const handler = senderEndpoint({
  route: routes.openUploadLink,
  body: LinkToken,
  output: SenderView,
  run: async ({ body: { token }, now }) => senderView(await openUploadLink(token, now)),
});
