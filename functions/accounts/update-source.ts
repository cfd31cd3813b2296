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
  run: async ({ account, path, body, now, keyId }) => {
    const decide = (sources: Sources) => changeSource(sources, path.id, body, now);
    const all = await updateSources(account, decide, { now, key_id: keyId });
    return sourceWithId(all, path.id);
  },
});
