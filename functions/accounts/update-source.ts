import {
  changeSource,
  SourcePatch,
  SourcePath,
  SourceProfile,
  type Sources,
  sourceWithId,
} from "../../shared/accounts/sources.ts";
import { updateSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.updateSource,
  path: SourcePath,
  body: SourcePatch,
  output: SourceProfile,
  run: async ({ ledger, path, body, now, author }) => {
    const decide = (sources: Sources) => changeSource(sources, path.id, body, now);
    const all = await updateSources(ledger, decide, { now, key_id: author });
    return sourceWithId(all, path.id);
  },
});
