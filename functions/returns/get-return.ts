import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadReturn } from "../../shared/flows/load-return.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";
import { Return } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: Return,
  run: async ({ path: { scheme, period }, query, account }) => {
    const input = await loadReturn(account, scheme, period, query.registration_id);
    return requireReturn(drawReturn(input)).report;
  },
});
