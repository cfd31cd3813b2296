import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { openingBodyFaults, openingView } from "../../shared/returns/openings/opening.ts";
import { recordOpening } from "../../shared/returns/openings/record-opening.ts";
import { OpeningAnswer, OpeningRequest } from "../../shared/returns/openings/schema.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.recordOpening,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  body: OpeningRequest,
  bodyFaults: openingBodyFaults,
  output: OpeningAnswer,
  status: 201,
  run: async ({ path, query: { registration_id }, body, ledger, author, now }) => {
    const request = { ...path, registration_id, author, now };
    return openingView(await recordOpening(ledger, body, request));
  },
});
