import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { breakdownArtifact } from "../../shared/returns/documents/artifacts.ts";
import { BreakdownPackage, ExportQuery, formatOf } from "../../shared/returns/documents/schema.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.exportCountryBreakdown,
  query: ExportQuery,
  faultCodes: PERIOD_FAULTS,
  output: BreakdownPackage,
  run: async ({ query, account, now }) => {
    const { input, ...pending } = await loadReturnWithRecount(account, UNION_OSS, query.period);
    const drawn = requireReturn(computeReturn(input));
    const making = { generated_at: now.toISOString(), ...pending };
    return download(breakdownArtifact(formatOf(query), drawn, making));
  },
});
