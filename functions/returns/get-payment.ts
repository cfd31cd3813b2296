import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadPayment } from "../../shared/filing/payment/record-payment.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { PaymentView } from "../../shared/returns/payment/schema.ts";

export const handler = accountEndpoint({
  route: routes.getPayment,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: PaymentView,
  run: ({ path, query: { registration_id }, ledger, today }) =>
    loadPayment(ledger, { ...path, registration_id }, today),
});
