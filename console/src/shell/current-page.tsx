import { ConnectionsPage } from "../connections/connections-page.tsx";
import { FilingPage } from "../filing/filing-page.tsx";
import { ImportsPage } from "../imports/imports-page.tsx";
import { MovementsPage } from "../imports/movements-page.tsx";
import { NotificationsPage } from "../notifications/notifications-page.tsx";
import { OverviewPage } from "../overview/overview-page.tsx";
import { PeriodPage } from "../period/period-page.tsx";
import { RecordsPage } from "../records/records-page.tsx";
import { ReviewPage } from "../review/review-page.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { SheetPage } from "../sheet/sheet-page.tsx";
import { VatNumbersPage } from "../vat-numbers/vat-numbers-page.tsx";
import { WebhooksPage } from "../webhooks/webhooks-page.tsx";
import type { Page } from "./page.ts";

export function CurrentPage({ page }: { readonly page: Page }) {
  switch (page.name) {
    case "period":
      return <PeriodPage {...page} />;
    case "filing":
      return <FilingPage {...page} />;
    case "sheet":
      return <SheetPage {...page} />;
    case "review":
      return <ReviewPage kind={page.kind} period={page.period} />;
    case "imports":
      return <ImportsPage id={page.id} />;
    case "movements":
      return <MovementsPage />;
    case "vat-numbers":
      return <VatNumbersPage />;
    case "records":
      return <RecordsPage />;
    case "connections":
      return <ConnectionsPage />;
    case "webhooks":
      return <WebhooksPage />;
    case "notifications":
      return <NotificationsPage />;
    case "settings":
      return <SettingsPage />;
    // Pages of persons are displayed by their shell; a key has none of them.
    case "join":
    case "mails":
    case "sessions":
    case "rates":
    case "clients":
    case "board":
    case "members":
    case "overview":
      return <OverviewPage />;
  }
}
