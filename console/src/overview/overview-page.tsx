import { useEffect, useState } from "preact/hooks";
import type { ComplianceOverview } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Attention, Notes } from "./attention-card.tsx";
import { Business } from "./business.tsx";
import { FirstSteps, loadProgress } from "./first-steps.tsx";
import type { OverviewFacts } from "./load-overview.ts";
import { NextReturn } from "./next-return.tsx";
import { NilReturns } from "./nil-returns.tsx";
import { useOverview, useOverviewAgain } from "./overview-context.ts";
import { ReturnsTable } from "./returns-table.tsx";
import { Threshold } from "./threshold.tsx";

/** Displays the status of the account and the next tasks. */
export function OverviewPage() {
  const { say } = useReader();
  const overview = useOverview();
  const again = useOverviewAgain();
  // Reload, because the sidebar's counts may be newer. Does nothing on first load.
  useEffect(() => again(), []);
  return (
    <>
      <PageTitle>{say("nav.overview")}</PageTitle>
      <Loaded of={overview}>{(facts) => <Parts facts={facts} />}</Loaded>
    </>
  );
}

function Parts({ facts }: { readonly facts: OverviewFacts }) {
  const { client, account } = useSession();
  const { overview, returns, year, today } = facts;
  const [check] = overview.threshold.checks;
  const isNew = !returns.some(({ state }) => state !== "open" && state !== "running");
  const progress = useLoad(`first steps ${account} ${isNew}`, async (signal) =>
    isNew ? loadProgress(client, signal) : undefined,
  );
  const [hasNoSales, setNoSales] = useState(false);
  // A new account is not led to lock an empty return, because a lock cannot be undone.
  const isStarted =
    !isNew || hasNoSales || (progress.state === "ready" && progress.value?.hasSales === true);
  return (
    <div class="stack">
      {isNew && (
        <FirstSteps
          of={progress}
          returns={returns}
          onNoSales={() => setNoSales(true)}
          isStarted={isStarted}
        />
      )}
      {isStarted && <NextReturn returns={returns} today={today} />}
      {isStarted && <Attention facts={facts} />}
      {returns.length > 0 && <ReturnsTable returns={returns} today={today} hasTasks={isStarted} />}
      {isStarted && <NilReturns returns={returns} />}
      {isStarted && <Business returns={returns} check={check} />}
      <Notes facts={facts} />
      {check && check.current_minor > 0 && !overview.covered_for_union_oss && (
        <Threshold year={year} check={check} />
      )}
      {overview.rates_known_to && <RatesKnownTo days={overview.rates_known_to} />}
    </div>
  );
}

type RatesKnownToProps = { readonly days: NonNullable<ComplianceOverview["rates_known_to"]> };

/** Displays how far the VAT rates and the exchange rates of the service go. */
function RatesKnownTo({ days: { vat_rates, ecb_rates } }: RatesKnownToProps) {
  const { say, format } = useReader();
  return (
    <p class="muted">
      {say("overview.vatRatesTo", { day: format.day(vat_rates) })}{" "}
      {ecb_rates === null
        ? say("overview.noEcbRates")
        : say("overview.ecbRatesTo", { day: format.day(ecb_rates) })}
    </p>
  );
}
