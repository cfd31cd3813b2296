import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  checksPage,
  VatNumberCheckList,
  VatNumberCheckQuery,
} from "../../shared/ledger/vat-numbers/schema.ts";
import { listChecks } from "../../shared/ledger/vat-numbers/store-vat-number-checks.ts";

export const handler = accountEndpoint({
  route: routes.listVatNumberChecks,
  query: VatNumberCheckQuery,
  output: VatNumberCheckList,
  run: async ({ query: { status, cursor, limit }, ledger }) =>
    checksPage(await listChecks(ledger, { status, before: cursor }, limit + 1), limit),
});
