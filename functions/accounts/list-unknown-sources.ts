import * as z from "zod";
import { UnknownSourceList, unknownTags } from "../../shared/accounts/sources.ts";
import { loadSources, loadSourceTags } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { Limit } from "../../shared/core/input/pagination.ts";

export const handler = accountEndpoint({
  route: routes.listUnknownSources,
  query: z.strictObject({ limit: Limit }),
  output: UnknownSourceList,
  run: async ({ ledger, query }) => {
    const [tags, sources] = await Promise.all([loadSourceTags(ledger), loadSources(ledger)]);
    return { items: unknownTags(tags, sources, query.limit) };
  },
});
