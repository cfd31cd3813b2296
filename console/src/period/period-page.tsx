import { useRef, useState } from "preact/hooks";
import { EventsDrawer } from "../events/events-drawer.tsx";
import type { OpenedFigure } from "../events/opened-figure.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { useKnownReturns, useOverviewAgain } from "../overview/overview-context.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { type Tab, Tabs } from "../parts/tabs.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type ReturnPlace, schemeName } from "../shell/page.ts";
import type { Say } from "../texts/say.ts";
import { Balances } from "./balances.tsx";
import { BelowZero, Corrections, LateChanges } from "./corrections.tsx";
import { Downloads, ReportButton } from "./downloads.tsx";
import { Checks } from "./findings.tsx";
import { LeftOut } from "./left-out.tsx";
import { loadPeriod } from "./load-period.ts";
import { FiledElsewhere } from "./opening.tsx";
import type { ChangingPartProps } from "./part-props.ts";
import { periodToShow } from "./period-choice.ts";
import { PeriodSwitch, UnknownPeriod } from "./period-switch.tsx";
import { Rates } from "./rates.tsx";
import { RegistrationSwitch } from "./registration-switch.tsx";
import { NextStepLink, ReturnBar } from "./return-bar.tsx";
import { ReturnBridgeCard } from "./return-bridge.tsx";
import { Sections } from "./sections.tsx";
import { ReturnStatus } from "./standing.tsx";
import { VatByRate } from "./vat-by-rate.tsx";

/** Displays the return as it was locked, else as it stands; every figure opens its source events. */
export function PeriodPage({ scheme, period: chosen, registration }: ReturnPlace) {
  const { say, format } = useReader();
  const { client } = useSession();
  const period = periodToShow(scheme, chosen, new Date());
  const identity = { scheme, period, registration };
  const key = `${scheme} ${period} ${registration}`;
  const returns = useKnownReturns();
  const overviewAgain = useOverviewAgain();
  const changed = useRef<string | undefined>(undefined);
  // After a change of the opening, the overview that is there does not know it.
  const known = (): typeof returns =>
    changed.current === key ? Promise.resolve(undefined) : returns;
  const facts = useLoad(key, (signal) => loadPeriod(client, identity, known(), signal));
  const [opened, open] = useState<OpenedFigure>();
  function onChanged() {
    changed.current = key;
    facts.again();
    overviewAgain();
  }
  return (
    <>
      <PageTitle>
        {schemeName(scheme, say)}, {format.period(period)}
      </PageTitle>
      <PeriodSwitch {...identity} page="period" />
      <UnknownPeriod asked={chosen} shown={period} />
      <Loaded of={facts}>
        {(value) => (
          <Parts
            key={key}
            facts={value}
            identity={value.identity}
            onOpen={open}
            onChanged={onChanged}
          />
        )}
      </Loaded>
      {opened && (
        <EventsDrawer
          {...opened}
          onClose={() => open(undefined)}
          lock={facts.state === "ready" ? facts.value.lock : undefined}
        />
      )}
    </>
  );
}

function Parts(props: ChangingPartProps) {
  const { say } = useReader();
  return (
    <>
      <RegistrationSwitch
        registrations={props.facts.registrations}
        identity={props.identity}
        page="period"
      />
      <ReturnBar {...props}>
        <ReportButton identity={props.identity} />
        <NextStepLink facts={props.facts} identity={props.identity} />
      </ReturnBar>
      <Tabs label={say("period.parts")} tabs={tabsOf(props, say)} />
    </>
  );
}

function tabsOf(props: ChangingPartProps, say: Say): Tab[] {
  const { shown, questions } = props.facts;
  return [
    { name: "summary", label: say("tab.summary"), content: () => <Summary {...props} /> },
    {
      name: "lines",
      label: say("sections.title"),
      count: shown.rows.length,
      content: () => <Lines {...props} />,
    },
    {
      name: "corrections",
      label: say("corrections.title"),
      count: shown.corrections.length,
      content: () => (
        <div class="stack">
          <Corrections {...props} />
          <LateChanges {...props} />
          <BelowZero {...props} />
        </div>
      ),
    },
    {
      name: "checks",
      label: say("checks.title"),
      count: questions.reduce((sum, { count }) => sum + count, 0),
      content: () => (
        <div class="stack">
          <Checks {...props} />
          <LeftOut {...props} />
        </div>
      ),
    },
    {
      name: "bridge",
      label: say("tab.bridge"),
      content: () => <ReturnBridgeCard {...props} />,
    },
    { name: "files", label: say("tab.files"), content: () => <Downloads {...props} /> },
  ];
}

const Summary = (props: ChangingPartProps) => (
  <div class="stack">
    <ReturnStatus {...props} />
    {props.facts.opening && <FiledElsewhere {...props} />}
    <Balances {...props} />
    {!props.facts.opening && <FiledElsewhere {...props} />}
  </div>
);

const Lines = (props: ChangingPartProps) => (
  <div class="stack">
    <Sections {...props} />
    <VatByRate {...props} />
    <Rates {...props} />
  </div>
);
