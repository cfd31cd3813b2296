import {
  UNKNOWN_SOURCE_LIST,
  UnknownSourceList,
  UnknownSourceListQuery,
  unknownTags,
} from "../../shared/accounts/sources.ts";
import { loadSources, loadSourceTags } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { pageOfAll } from "../../shared/core/input/pagination.ts";

export const handler = accountEndpoint({
  route: routes.listUnknownSources,
  query: UnknownSourceListQuery,
  output: UnknownSourceList,
  run: async ({ ledger, query }) => {
    const [tags, sources] = await Promise.all([loadSourceTags(ledger), loadSources(ledger)]);
    return pageOfAll(UNKNOWN_SOURCE_LIST, unknownTags(tags, sources), query, {
      idOf: ({ source_id }) => source_id,
      view: (tag) => tag,
    });
  },
});
