import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { checkVatNumber } from "../../shared/ledger/vat-numbers/check-vat-number.ts";
import {
  checkView,
  VatNumberCheckRequest,
  VatNumberCheckView,
} from "../../shared/ledger/vat-numbers/schema.ts";

export const handler = accountEndpoint({
  route: routes.checkVatNumber,
  body: VatNumberCheckRequest,
  output: VatNumberCheckView,
  run: async ({ ledger, author, body, now }) =>
    checkView(await checkVatNumber({ ledger, author, now }, body)),
});
