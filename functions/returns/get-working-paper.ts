import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { workingPaper } from "../../shared/returns/documents/working-paper.ts";
import { loadFindings } from "../../shared/returns/load/load-findings.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getWorkingPaper,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  run: async ({ path: { scheme, period }, query, account, now }) => {
    const { registration_id } = query;
    const { input, ...pending } = await loadReturnWithRecount(
      account,
      scheme,
      period,
      registration_id,
    );
    const drawn = await loadFindings(account, requireReturn(computeReturn(input)));
    return download(await workingPaper(drawn, { generated_at: now.toISOString(), ...pending }));
  },
});
