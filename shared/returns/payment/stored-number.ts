import { invalidRequest } from "../../core/errors/errors.ts";
import { storedNumbers } from "../portal-files/stored-filer.ts";
import type { PaymentOrderRequest } from "./schema.ts";

/**
 * Returns the request with the stored number of the registration, if it has neither number nor reference.
 * @throws DomainError `invalid_request` if no number is stored for the caller
 */
export async function withStoredNumber(
  request: PaymentOrderRequest,
  caller: Parameters<typeof storedNumbers>[0],
): Promise<PaymentOrderRequest> {
  if (request.vat_number !== undefined || request.reference !== undefined) return request;
  const stored = await storedNumbers(caller);
  if (stored) return { ...request, vat_number: stored.number };
  const message = "give either vat_number or reference: no number is stored for this caller";
  throw invalidRequest([{ field: "vat_number", message }]);
}
