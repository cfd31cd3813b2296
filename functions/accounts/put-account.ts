import { answerOf, ProfileAnswer, profileOf } from "../../shared/accounts/profile.ts";
import { NewProfile } from "../../shared/accounts/requests.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { saveProfile } from "../../shared/store/account-profiles.ts";

export const handler = accountEndpoint({
  route: routes.putAccount,
  body: NewProfile,
  output: ProfileAnswer,
  run: async ({ account, body, now }) => {
    const profile = profileOf(body, now);
    await saveProfile(account, profile);
    return answerOf(account, profile);
  },
});
