import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { loadChangedPeriods } from "../../shared/filing/load-declared-return.ts";
import { loadOpenImportRows } from "../../shared/imports/jobs/store-open-rows.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { loadPendingRecount } from "../../shared/ledger/recount/recount.ts";
import { loadNotifications } from "../../shared/notifications/store.ts";
import { loadDirectDeclarations } from "../../shared/returns/load/load-direct-declarations.ts";
import { loadRecentUnregistered } from "../../shared/returns/load/load-return.ts";
import { loadDoneNotices } from "../../shared/returns/overview/done-notices.ts";
import { loadDueReturns } from "../../shared/returns/overview/load-due-returns.ts";
import {
  ComplianceOverview,
  complianceOverview,
  OverviewQuery,
} from "../../shared/returns/overview/overview.ts";
import { loadNewestEcbDay } from "../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { SCHEMES } from "../../shared/vat/schemes/schemes.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import { yearToDate } from "../../shared/vat/threshold/turnover.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  query: OverviewQuery,
  output: ComplianceOverview,
  run: async ({ query, ledger, today }) => {
    const [threshold, notifications, changed_periods] = await Promise.all([
      loadThresholdInput(ledger, yearToDate(today), today),
      loadNotifications(ledger),
      loadChangedPeriods(ledger),
    ]);
    const { registrations } = threshold.seller;
    const details =
      query.details === "true" ? await detailsOf(ledger, registrations, today) : undefined;
    const done = await loadDoneNotices(ledger, notifications);
    const recount_pending = await loadPendingRecount(ledger);
    return complianceOverview(
      {
        scheme: UNION_OSS,
        registrations,
        threshold,
        notifications,
        done,
        changed_periods,
        recount_pending,
        ...(details ? { details } : {}),
      },
      today,
    );
  },
});

async function detailsOf(ledger: LedgerId, registrations: readonly Registration[], today: IsoDate) {
  const openRows = await loadOpenImportRows(ledger);
  return {
    returns: await loadDueReturns(ledger, registrations, today, openRows),
    supplies_without_registration: await loadRecentUnregistered(ledger, registrations, today),
    open_import_rows: openRows,
    direct_declarations: await loadDirectDeclarations(ledger, SCHEMES, registrations, today),
    ecb_rates: await loadNewestEcbDay(today),
  };
}
