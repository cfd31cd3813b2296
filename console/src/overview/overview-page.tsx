import { useEffect, useState } from "preact/hooks";
import type { ComplianceOverview } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Attention } from "./attention-card.tsx";
import { FirstSteps, loadProgress } from "./first-steps.tsx";
import type { OverviewFacts } from "./load-overview.ts";
import { NilReturns } from "./nil-returns.tsx";
import { useOverview, useOverviewAgain } from "./overview-context.ts";
import { Quarters } from "./quarters.tsx";
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
  const { overview, returns, year } = facts;
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
        <FirstSteps of={progress} onNoSales={() => setNoSales(true)} isStarted={isStarted} />
      )}
      {isStarted && <Attention facts={facts} />}
      {returns.length > 0 && <ReturnsTable returns={returns} hasTasks={isStarted} />}
      {isStarted && <NilReturns returns={returns} />}
      <Threshold
        year={year}
        check={overview.threshold.checks[0]}
        isRegistered={overview.covered_for_union_oss}
      />
      {returns.length > 0 && <Quarters returns={returns} />}
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
