import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { openingView } from "../../shared/returns/openings/opening.ts";
import { withdrawOpening } from "../../shared/returns/openings/record-opening.ts";
import { OpeningAnswer } from "../../shared/returns/openings/schema.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.withdrawOpening,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: OpeningAnswer,
  run: async ({ path, query: { registration_id }, ledger, now }) =>
    openingView(await withdrawOpening(ledger, { ...path, registration_id, now })),
});
