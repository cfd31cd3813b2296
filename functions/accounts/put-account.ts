import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { replaceProfile } from "../../shared/ledger/settings/change-settings.ts";
import { ProfileAnswer, profileAnswerOf } from "../../shared/vat/seller/profile.ts";
import { NewProfile } from "../../shared/vat/seller/profile-schema.ts";

export const handler = accountEndpoint({
  route: routes.putAccount,
  body: NewProfile,
  output: ProfileAnswer,
  run: async ({ account, body, now, today, keyId }) => {
    const profile = await replaceProfile(account, body, { now, key_id: keyId });
    return profileAnswerOf(account, profile, today);
  },
});
