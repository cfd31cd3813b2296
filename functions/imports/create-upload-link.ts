import { requestBoardCheck } from "../../shared/accounts/people/store-board.ts";
import { originOfCall } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";
import { makeUploadLink } from "../../shared/imports/upload-links/manage-upload-links.ts";
import { addressOfLink, askingMail } from "../../shared/imports/upload-links/message.ts";
import {
  CreatedUploadLink,
  UploadLinkRequest,
  uploadLinkView,
} from "../../shared/imports/upload-links/schema.ts";

export const handler = secretEndpoint({
  route: routes.createUploadLink,
  body: UploadLinkRequest,
  output: CreatedUploadLink,
  status: 201,
  prepare: async (call) => originOfCall(call),
  run: async ({ body, ledger, account, author, now }, origin) => {
    const { link, token } = await makeUploadLink(body, { ledger, account, author, now });
    await requestBoardCheck(ledger, now);
    const address = addressOfLink(origin, token);
    const message = askingMail(link, address, ledger);
    return { ...uploadLinkView(link, now), link: address, message };
  },
});
