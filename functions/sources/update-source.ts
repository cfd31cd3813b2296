import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { changeSource, sourceWithId } from "../../shared/sources/change.ts";
import { SourcePatch, SourcePath, SourceProfile } from "../../shared/sources/profile.ts";
import { updateSources } from "../../shared/store/sources.ts";

export const handler = accountEndpoint({
  route: routes.updateSource,
  path: SourcePath,
  body: SourcePatch,
  output: SourceProfile,
  run: async ({ account, path, body, now }) => {
    const all = await updateSources(account, (sources) =>
      changeSource(sources, path.id, body, now),
    );
    return sourceWithId(all, path.id);
  },
});
