import { answerOf, ProfileAnswer } from "../../shared/accounts/profile-answer.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadProfile } from "../../shared/store/account-profiles.ts";

export const handler = accountEndpoint({
  route: routes.getAccount,
  output: ProfileAnswer,
  run: async ({ account, today }) => answerOf(account, await loadProfile(account), today),
});
