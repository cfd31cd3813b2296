import { endpoint } from "../../shared/api/endpoint.ts";
import { parsedBody } from "../../shared/api/middleware/parsed-input.ts";
import { rateLimit } from "../../shared/api/middleware/rate-limit.ts";
import * as routes from "../../shared/api/routes.ts";
import { confirmMails } from "../../shared/notifications/mails/manage-mails.ts";
import { ConfirmedMail, MailConfirmation } from "../../shared/notifications/mails/schema.ts";

export const handler = endpoint(
  {
    route: routes.confirmMails,
    body: MailConfirmation,
    output: ConfirmedMail,
    run: ({ body: { token }, now }) => confirmMails(token, now),
  },
  { guards: [rateLimit("MAIL")], readBody: parsedBody },
);
