import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { accountantArtifact } from "../../shared/exports/artifacts.ts";
import { AccountantReport } from "../../shared/exports/schema.ts";
import { loadReturn } from "../../shared/flows/load-return.ts";
import { lookBack } from "../../shared/flows/look-back.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";

export const handler = accountEndpoint({
  route: routes.getReturnForAccountant,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: AccountantReport,
  run: async ({ path: { scheme, period }, query, account, now }) => {
    const input = await loadReturn(account, scheme, period, query.registration_id);
    const drawn = await lookBack(account, requireReturn(drawReturn(input)));
    const recount_pending = await loadPendingRecount(account, period);
    const making = { generated_at: now.toISOString(), recount_pending };
    const file = accountantArtifact(drawn, making);
    return download(file.body, file.content_type, file.file_name);
  },
});
