import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { redirect } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { returnOfExport } from "../../shared/locks/export-id.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { artifactLink } from "../../shared/store/artifact-links.ts";
import { loadLock } from "../../shared/store/locked-periods.ts";

export const handler = accountEndpoint({
  route: routes.downloadExport,
  path: z.strictObject({ export_id: z.string() }),
  run: async ({ path: { export_id }, account, now }) => {
    const of = returnOfExport(export_id);
    const lock = of && (await loadLock(account, of.scheme.id, of.period.key));
    const found = lock?.exports.find((one) => one.id === export_id);
    if (!found) throw notFound("export");
    return redirect(await artifactLink(found, now));
  },
});
