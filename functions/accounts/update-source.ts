import {
  changeSource,
  SourcePatch,
  SourcePath,
  type Sources,
  SourceView,
  sourceView,
  sourceWithId,
} from "../../shared/accounts/sources.ts";
import { updateSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.updateSource,
  path: SourcePath,
  body: SourcePatch,
  output: SourceView,
  run: async ({ ledger, path, body, now, author }) => {
    const decide = (sources: Sources) => changeSource(sources, path.id, body, now);
    const all = await updateSources(ledger, decide, { now, key_id: author });
    return sourceView(sourceWithId(all, path.id));
  },
});
