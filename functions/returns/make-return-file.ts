import { noteFileMade } from "../../shared/accounts/people/store-board.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { binaryDownload } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  loadKnownEstablishments,
  loadReturnForFile,
} from "../../shared/filing/load-declared-return.ts";
import { formatNamed } from "../../shared/filing/portal-files/formats.ts";
import { withStoredNumbers } from "../../shared/filing/portal-files/request.ts";
import { returnFile } from "../../shared/filing/portal-files/return-file.ts";
import { ReturnFileRequest } from "../../shared/filing/portal-files/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";
import { loadVatRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = accountEndpoint({
  route: routes.makeReturnFile,
  path: ReturnPath,
  body: ReturnFileRequest,
  faultCodes: RETURN_FAULTS,
  prepare: loadVatRates,
  run: async ({ path: { scheme, period }, body, ledger, scope: caller, now, today }, rates) => {
    const [loaded, known] = await Promise.all([
      loadReturnForFile(ledger, scheme, period, body),
      loadKnownEstablishments(ledger, period),
    ]);
    const { establishments, extras } = body;
    const { registration_id } = loaded;
    const filer = await withStoredNumbers(body.filer, { ledger, scope: caller, registration_id });
    const request = { filer, establishments, extras, prepared_on: today };
    const declared = { ...loaded, rates, is_draft: body.draft, accept: body.accept };
    const file = returnFile(formatNamed(body.format), declared, request, known);
    const name = {
      scheme_type: scheme.id,
      registration_id: loaded.registration_id,
      period_key: period.key,
      filing_due_date: period.filingDueDate,
    };
    if (!body.draft) await noteFileMade(ledger, name, now);
    return binaryDownload(file.bytes, file.content_type, file.file_name, {
      "x-return-warnings": String(file.warnings),
      "x-return-adjustment": String(file.adjustment_minor),
      "x-return-number-warnings": file.numbers_with_warning.join(", ") || "none",
    });
  },
});
