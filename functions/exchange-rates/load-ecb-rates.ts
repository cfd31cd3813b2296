import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { EcbLoad, EcbLoaded } from "../../shared/vat/exchange-rates/load-schema.ts";
import { loadEcb } from "../../shared/vat/exchange-rates/refresh-rates.ts";

export const handler = accountEndpoint({
  route: routes.loadEcbRates,
  body: EcbLoad,
  output: EcbLoaded,
  run: ({ body, now }) => loadEcb(body, now),
});
