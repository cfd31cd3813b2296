import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { existingCheck } from "../../shared/ledger/vat-numbers/check-vat-number.ts";
import {
  checkView,
  VatNumberCheckPath,
  VatNumberCheckView,
} from "../../shared/ledger/vat-numbers/schema.ts";

export const handler = accountEndpoint({
  route: routes.getVatNumberCheck,
  path: VatNumberCheckPath,
  output: VatNumberCheckView,
  run: async ({ ledger, path }) => checkView(await existingCheck(ledger, path.id)),
});
