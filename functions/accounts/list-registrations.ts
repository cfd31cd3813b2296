import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadRegistrations } from "../../shared/ledger/settings/store-settings.ts";
import {
  RegistrationList,
  RegistrationListQuery,
  registrationPage,
} from "../../shared/vat/seller/registration-schema.ts";

export const handler = accountEndpoint({
  route: routes.listRegistrations,
  query: RegistrationListQuery,
  output: RegistrationList,
  run: async ({ ledger, query }) => {
    const { items } = await loadRegistrations(ledger);
    return registrationPage(items, query);
  },
});
