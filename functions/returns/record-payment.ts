import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { recordPayment } from "../../shared/filing/payment/record-payment.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import {
  futurePaymentFaults,
  PaymentRequest,
  PaymentView,
} from "../../shared/returns/payment/schema.ts";

export const handler = accountEndpoint({
  route: routes.recordPayment,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  body: PaymentRequest,
  bodyFaults: futurePaymentFaults,
  output: PaymentView,
  status: 201,
  run: async ({ path, query: { registration_id }, body, ledger, author, now, today }) => {
    const requested = { ...path, registration_id };
    return recordPayment(ledger, requested, body, { author, now, today });
  },
});
