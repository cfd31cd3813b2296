import { answerOf, ProfileAnswer, profileOf } from "../../shared/accounts/profile.ts";
import { NewProfile } from "../../shared/accounts/requests.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { changeProfile } from "../../shared/flows/change-profile.ts";

export const handler = accountEndpoint({
  route: routes.putAccount,
  body: NewProfile,
  output: ProfileAnswer,
  run: async ({ account, body, now }) => {
    const profile = profileOf(body, now);
    await changeProfile(account, profile, now);
    return answerOf(account, profile);
  },
});
