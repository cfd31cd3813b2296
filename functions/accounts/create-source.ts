import {
  addSource,
  SourceRequest,
  type Sources,
  SourceView,
  sourceView,
  sourceWithId,
} from "../../shared/accounts/sources.ts";
import { updateSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.createSource,
  body: SourceRequest,
  output: SourceView,
  status: 201,
  run: async ({ ledger, body, now, author }) => {
    const decide = (sources: Sources) => addSource(sources, body, now);
    const all = await updateSources(ledger, decide, { now, key_id: author });
    return sourceView(sourceWithId(all, all.last_id));
  },
});
