import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeMails } from "../../shared/notifications/mails/manage-mails.ts";
import { MailChange, MailSettingsView } from "../../shared/notifications/mails/schema.ts";

export const handler = accountEndpoint({
  route: routes.setAccountMails,
  body: MailChange,
  output: MailSettingsView,
  run: ({ ledger, body, now }) => changeMails(ledger, body, now),
});
