import * as routes from "../../shared/api/routes.ts";
import { senderEndpoint } from "../../shared/api/sender-endpoint.ts";
import { announceUpload } from "../../shared/imports/upload-links/receive-upload.ts";
import { AcceptedUpload, UploadRequest } from "../../shared/imports/upload-links/schema.ts";

export const handler = senderEndpoint({
  route: routes.announceUpload,
  body: UploadRequest,
  output: AcceptedUpload,
  status: 201,
  run: ({ body, now }) => announceUpload(body, now),
});
