import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { Limit } from "../../shared/input/page.ts";
import { UnknownSourceList, unknownTags } from "../../shared/sources/tags.ts";
import { loadSourceTags } from "../../shared/store/source-tags.ts";
import { loadSources } from "../../shared/store/sources.ts";

export const handler = accountEndpoint({
  route: routes.listUnknownSources,
  query: z.strictObject({ limit: Limit }),
  output: UnknownSourceList,
  run: async ({ account, query }) => {
    const [tags, sources] = await Promise.all([loadSourceTags(account), loadSources(account)]);
    return { items: unknownTags(tags, sources, query.limit) };
  },
});
