import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { binaryDownload } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { paymentOrder, withStoredNumber } from "../../shared/filing/payment/payment-order.ts";
import { loadPaidReturn } from "../../shared/filing/payment/record-payment.ts";
import { PaymentOrderRequest } from "../../shared/filing/payment/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.makePaymentOrder,
  path: ReturnPath,
  body: PaymentOrderRequest,
  faultCodes: RETURN_FAULTS,
  run: async ({ path, body, ledger, scope, now, today }) => {
    const requested = { ...path, registration_id: body.registration_id };
    const { payment, neutral } = await loadPaidReturn(ledger, requested, today);
    const { registration_id } = payment;
    const whole = await withStoredNumber(body, { ledger, scope, registration_id });
    const file = paymentOrder(whole, { neutral, period: path.period, payment, now, today });
    return binaryDownload(file.bytes, file.content_type, file.file_name, {});
  },
});
