import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { replaceProfile } from "../../shared/ledger/settings/change-settings.ts";
import { ProfileAnswer, profileAnswerOf } from "../../shared/vat/seller/profile.ts";
import { NewProfile } from "../../shared/vat/seller/profile-schema.ts";

export const handler = accountEndpoint({
  route: routes.putAccount,
  body: NewProfile,
  output: ProfileAnswer,
  run: async ({ ledger, body, now, today, author }) => {
    const profile = await replaceProfile(ledger, body, { now, key_id: author });
    return profileAnswerOf(ledger, profile, today);
  },
});
