import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, HttpAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { homeOfRates, ratesFile } from "../../shared/ledger/rates-files/rates-file.ts";
import { RatesFilePath, RatesFileQuery } from "../../shared/ledger/rates-files/schema.ts";
import { shopFile } from "../../shared/ledger/rates-files/shop-forms.ts";
import { loadVatRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { yearToDate } from "../../shared/vat/threshold/turnover.ts";

const STANDARD = [{ class_id: "standard", shop_class: "" }];

export const handler = accountEndpoint({
  route: routes.getRatesFile,
  path: RatesFilePath,
  query: RatesFileQuery,
  faultCodes: { shop: "invalid_request" },
  prepare: loadVatRates,
  run: async ({ path, query, ledger, today }, rates) => {
    const { on: day = today, class: classes = STANDARD, scope } = query;
    const home =
      scope === "seller"
        ? homeOfRates(await loadThresholdInput(ledger, yearToDate(day), today))
        : undefined;
    const {
      scope: has,
      missing,
      ...file
    } = shopFile(path.shop, ratesFile(classes, day, home, rates));
    const plain = download(file);
    const headers = { "x-rates-file-scope": has, "x-rates-file-missing": missing };
    return new HttpAnswer(200, { ...plain.headers, ...headers }, plain.body);
  },
});
