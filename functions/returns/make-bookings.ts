import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { binaryDownload } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { bookingFile } from "../../shared/filing/bookings/booking-file.ts";
import { BookingsRequest } from "../../shared/filing/bookings/schema.ts";
import { loadLockedReturn } from "../../shared/filing/load-declared-return.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.makeBookings,
  path: ReturnPath,
  body: BookingsRequest,
  faultCodes: RETURN_FAULTS,
  run: async ({ path, body, ledger, now }) => {
    const requested = { ...path, registration_id: body.registration_id };
    const file = bookingFile(body, await loadLockedReturn(ledger, requested), now);
    return binaryDownload(file.bytes, file.content_type, file.file_name, {});
  },
});
