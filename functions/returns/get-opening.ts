import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { openingView } from "../../shared/returns/openings/opening.ts";
import { requestedOpening } from "../../shared/returns/openings/record-opening.ts";
import { OpeningAnswer } from "../../shared/returns/openings/schema.ts";
import { loadOpenings } from "../../shared/returns/openings/store-openings.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getOpening,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: OpeningAnswer,
  run: async ({ path: { scheme, period }, query, ledger }) => {
    const openings = await loadOpenings(ledger, scheme.id, period.key);
    return openingView(requestedOpening(openings, query.registration_id));
  },
});
