import {
  MAX_PROFILES,
  SOURCE_LIST,
  SourceList,
  SourceListQuery,
  sourceView,
} from "../../shared/accounts/sources.ts";
import { loadSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { pageOfAll } from "../../shared/core/input/pagination.ts";

export const handler = accountEndpoint({
  route: routes.listSources,
  query: SourceListQuery,
  output: SourceList,
  run: async ({ ledger, query }) => {
    const { items } = await loadSources(ledger);
    const activeCount = items.filter((item) => item.active).length;
    const page = pageOfAll(SOURCE_LIST, items, query, {
      idOf: ({ id }) => String(id),
      view: sourceView,
    });
    return { ...page, activeCount, maxProfiles: MAX_PROFILES };
  },
});
