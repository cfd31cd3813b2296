import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { describeMails } from "../../shared/notifications/mails/manage-mails.ts";
import { MailSettingsView } from "../../shared/notifications/mails/schema.ts";

export const handler = accountEndpoint({
  route: routes.getMails,
  output: MailSettingsView,
  run: ({ author: person, now }) => describeMails(person, now),
});
