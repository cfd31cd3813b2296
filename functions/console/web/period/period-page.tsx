import { useState } from "preact/hooks";
import type { SchemeSlug } from "../../../../client/src/eu-vat-client.ts";
import type { EventsBehind } from "../events/events-behind.ts";
import { EventsDialog } from "../events/events-dialog.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Balances } from "./balances.tsx";
import { BelowZero, Corrections, LateChanges } from "./corrections.tsx";
import { Downloads } from "./downloads.tsx";
import { Checks, LeftOut } from "./findings.tsx";
import { changedLockOf, loadPeriod, type PeriodFacts } from "./load-period.ts";
import { FiledElsewhere } from "./opening.tsx";
import { periodToShow } from "./period-choice.ts";
import { PeriodSwitch } from "./period-switch.tsx";
import { Rates } from "./rates.tsx";
import { RegistrationSwitch } from "./registration-switch.tsx";
import { Sections } from "./sections.tsx";
import { Standing } from "./standing.tsx";
import { VatByRate } from "./vat-by-rate.tsx";
import type { Which } from "./which.ts";

type PeriodPageProps = {
  readonly scheme: SchemeSlug;
  readonly period: string | undefined;
  readonly registration: number | undefined;
};

/** Displays the return as it was locked, else as it stands; every figure opens its source events. */
export function PeriodPage({ scheme, period: chosen, registration }: PeriodPageProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const period = periodToShow(scheme, chosen, new Date());
  const which = { scheme, period, registration };
  const key = `${scheme} ${period} ${registration}`;
  const facts = useLoad(key, (signal) => loadPeriod(client, which, signal));
  const [behind, open] = useState<EventsBehind>();
  return (
    <>
      <h1>
        {say(`scheme.${scheme}`)}, {format.period(period)}
      </h1>
      <PeriodSwitch {...which} page="period" />
      <Loaded of={facts}>
        {(value) => (
          <Parts
            facts={value}
            which={value.which}
            onOpen={open}
            onChanged={facts.state === "ready" ? facts.again : () => {}}
          />
        )}
      </Loaded>
      {behind && (
        <EventsDialog
          behind={behind}
          onClose={() => open(undefined)}
          changedLock={facts.state === "ready" ? changedLockOf(facts.value) : undefined}
        />
      )}
    </>
  );
}

/** The properties of every part of the page. */
export type PartProps = {
  readonly facts: PeriodFacts;
  readonly which: Which;
  readonly onOpen: (behind: EventsBehind) => void;
};

/** The properties of parts that change the period. */
export type ChangingPartProps = PartProps & {
  /** Called after a change, to reload all parts. */
  readonly onChanged: () => void;
};

const Parts = (props: ChangingPartProps) => (
  <div class="stack">
    <RegistrationSwitch making={props.facts.making} which={props.which} page="period" />
    <Standing {...props} />
    {props.facts.opening && <FiledElsewhere {...props} />}
    <div class="cards">
      <Checks {...props} />
      <LeftOut {...props} />
    </div>
    <Balances {...props} />
    <Corrections {...props} />
    <LateChanges {...props} />
    <BelowZero {...props} />
    <Sections {...props} />
    <div class="cards">
      <VatByRate {...props} />
      <Rates {...props} />
    </div>
    <Downloads {...props} />
    {!props.facts.opening && <FiledElsewhere {...props} />}
  </div>
);
