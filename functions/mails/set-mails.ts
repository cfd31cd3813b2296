import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeMails } from "../../shared/notifications/mails/manage-mails.ts";
import { MailChange, MailSettingsView } from "../../shared/notifications/mails/schema.ts";

export const handler = accountEndpoint({
  route: routes.setMails,
  body: MailChange,
  output: MailSettingsView,
  run: ({ author: person, body, now }) => changeMails(person, body, now),
});
