import * as routes from "../../shared/api/routes.ts";
import { senderEndpoint } from "../../shared/api/sender-endpoint.ts";
import { receiptOf, receiveUpload } from "../../shared/imports/upload-links/receive-upload.ts";
import { LinkToken, ReceivedUpload, UploadPath } from "../../shared/imports/upload-links/schema.ts";

export const handler = senderEndpoint({
  route: routes.receiveUpload,
  path: UploadPath,
  body: LinkToken,
  output: ReceivedUpload,
  run: async ({ path, body: { token }, now }) =>
    receiptOf(await receiveUpload(token, path.id, now)),
});
