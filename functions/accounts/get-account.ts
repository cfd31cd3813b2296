import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadProfile } from "../../shared/ledger/settings/store-settings.ts";
import { ProfileAnswer, profileAnswerOf } from "../../shared/vat/seller/profile.ts";

export const handler = accountEndpoint({
  route: routes.getAccount,
  output: ProfileAnswer,
  run: async ({ ledger, today }) => profileAnswerOf(ledger, await loadProfile(ledger), today),
});
