import { useEffect } from "preact/hooks";
import { Loaded } from "../loading/loaded.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader } from "../session/console-context.ts";
import { Attention } from "./attention-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
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
  const { overview, returns, year } = facts;
  const isNew = !returns.some(({ state }) => state !== "open" && state !== "running");
  return (
    <div class="stack">
      {isNew && <FirstSteps facts={facts} />}
      <Attention facts={facts} />
      {returns.length > 0 && <ReturnsTable returns={returns} />}
      <NilReturns returns={returns} />
      <Threshold
        year={year}
        check={overview.threshold.checks[0]}
        isRegistered={overview.covered_for_union_oss}
      />
      {returns.length > 0 && <Quarters returns={returns} />}
    </div>
  );
}
