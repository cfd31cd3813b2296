import {
  InvitationWithToken,
  invitationView,
  NewInvitation,
  OrganisationPath,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { inviteByMail } from "../../shared/notifications/mails/requested-mail.ts";

export const handler = accountEndpoint({
  route: routes.inviteMember,
  path: OrganisationPath,
  body: NewInvitation,
  output: InvitationWithToken,
  status: 201,
  run: async ({ path: { organisation }, body, author: person, now }) => {
    const made = await inviteByMail(organisation, body, { person, now });
    return { ...invitationView(made.invitation), token: made.token, mailed: made.isMailed };
  },
});
