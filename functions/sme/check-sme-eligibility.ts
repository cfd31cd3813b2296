import { endpoint } from "../../shared/api/endpoint.ts";
import { publishedRates } from "../../shared/api/middleware/http-cache.ts";
import { parsedBody } from "../../shared/api/middleware/parsed-input.ts";
import { rateLimit } from "../../shared/api/middleware/rate-limit.ts";
import * as routes from "../../shared/api/routes.ts";
import { smeEligibility } from "../../shared/vat/sme/eligibility.ts";
import {
  ELIGIBILITY_FAULTS,
  Eligibility,
  EligibilityRequest,
} from "../../shared/vat/sme/schema.ts";

export const handler = endpoint(
  {
    route: routes.checkSmeEligibility,
    body: EligibilityRequest,
    faultCodes: ELIGIBILITY_FAULTS,
    output: Eligibility,
    prepare: publishedRates,
    run: ({ body, today }, rates) => smeEligibility(body, today, rates),
  },
  { guards: [rateLimit("SME")], readBody: parsedBody },
);
