import { MAX_PROFILES, SourceList } from "../../shared/accounts/sources.ts";
import { loadSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listSources,
  output: SourceList,
  run: async ({ ledger }) => {
    const { items } = await loadSources(ledger);
    const activeCount = items.filter((item) => item.active).length;
    return { items: [...items], activeCount, maxProfiles: MAX_PROFILES };
  },
});
