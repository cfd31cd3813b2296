import {
  InvitationRequest,
  InvitationWithToken,
  invitationView,
  OrganisationPath,
} from "../../shared/accounts/people/organisation.ts";
import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";
import { inviteByMail } from "../../shared/notifications/mails/requested-mail.ts";

export const handler = secretEndpoint({
  route: routes.inviteMember,
  path: OrganisationPath,
  body: InvitationRequest,
  output: InvitationWithToken,
  status: 201,
  run: async ({ path: { organisation }, body, author: person, now }) => {
    const made = await inviteByMail(organisation, body, { person, now });
    return { ...invitationView(made.invitation), token: made.token, mailed: made.isMailed };
  },
});
