import { changeProfile } from "../../shared/accounts/change.ts";
import { answerOf, ProfileAnswer } from "../../shared/accounts/profile-answer.ts";
import { NewProfile } from "../../shared/accounts/requests.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { updateProfile } from "../../shared/store/account-profiles.ts";

export const handler = accountEndpoint({
  route: routes.putAccount,
  body: NewProfile,
  output: ProfileAnswer,
  run: async ({ account, body, now, today }) => {
    const profile = await updateProfile(account, (present) => changeProfile(present, body, now));
    return answerOf(account, profile, today);
  },
});
