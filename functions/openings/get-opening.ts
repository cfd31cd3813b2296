import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { OpeningAnswer } from "../../shared/openings/opening-schema.ts";
import { shownOpening } from "../../shared/openings/shown.ts";
import { openingAskedFor } from "../../shared/openings/standing.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { loadOpenings } from "../../shared/store/openings.ts";

export const handler = accountEndpoint({
  route: routes.getOpening,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: OpeningAnswer,
  run: async ({ path: { scheme, period }, query, account }) => {
    const openings = await loadOpenings(account, scheme.id, period.key);
    return shownOpening(openingAskedFor(openings, query.registration_id));
  },
});
