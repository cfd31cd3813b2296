import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Attention } from "./attention-card.tsx";
import { DueDays } from "./due-days.tsx";
import { loadOverview } from "./load-overview.ts";
import { Quarters } from "./quarters.tsx";
import { Threshold } from "./threshold.tsx";

/** Displays the status of the account and the next tasks. */
export function OverviewPage() {
  const { say } = useReader();
  const { client, account } = useSession();
  const facts = useLoad(`overview ${account}`, (signal) => loadOverview(client, signal));
  return (
    <>
      <h1>{say("nav.overview")}</h1>
      <Loaded of={facts}>
        {(value) => (
          <div class="cards">
            <Attention facts={value} />
            <DueDays returns={value.returns} />
            <Threshold year={value.year} check={value.overview.threshold.checks[0]} />
            <Quarters returns={value.returns} />
          </div>
        )}
      </Loaded>
    </>
  );
}
