import { useState } from "preact/hooks";
import type { SchemeSlug } from "../../../../client/src/eu-vat-client.ts";
import type { EventsBehind } from "../events/events-behind.ts";
import { EventsDialog } from "../events/events-dialog.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Checks, LeftOut } from "../period/findings.tsx";
import { changedLockOf } from "../period/load-period.ts";
import { periodToShow } from "../period/period-choice.ts";
import { PeriodSwitch } from "../period/period-switch.tsx";
import { RegistrationSwitch } from "../period/registration-switch.tsx";
import { Standing } from "../period/standing.tsx";
import type { Which } from "../period/which.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { FiledStep } from "./filed-step.tsx";
import { type FilingFacts, loadFiling } from "./load-filing.ts";
import { LockStep } from "./lock-step.tsx";
import { PortalFileStep } from "./portal-file-step.tsx";
import { StoredFilesStep } from "./stored-files-step.tsx";

type FilingPageProps = {
  readonly scheme: SchemeSlug;
  readonly period: string | undefined;
  readonly registration: number | undefined;
};

/** Guides from the checks to the filed return, step by step. */
export function FilingPage({ scheme, period: chosen, registration }: FilingPageProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const period = periodToShow(scheme, chosen, new Date());
  const which = { scheme, period, registration };
  const key = `filing ${scheme} ${period} ${registration}`;
  const facts = useLoad(key, (signal) => loadFiling(client, which, signal));
  return (
    <>
      <h1>
        {say("filing.title", {
          scheme: say(`scheme.${scheme}`),
          period: format.period(period),
        })}
      </h1>
      <PeriodSwitch {...which} page="filing" />
      <Loaded of={facts}>
        {(value) => (
          <>
            <RegistrationSwitch making={value.making} which={value.which} page="filing" />
            <Steps
              key={key}
              facts={value}
              which={value.which}
              onChanged={facts.state === "ready" ? facts.again : () => {}}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The properties of every step. */
export type StepProps = {
  readonly facts: FilingFacts;
  readonly which: Which;
  /** Called when the status of the period changes, to reload all steps. */
  readonly onChanged: () => void;
};

function Steps(props: StepProps) {
  const { say } = useReader();
  const [behind, open] = useState<EventsBehind>();
  const parts = { ...props, onOpen: open };
  return (
    <ol class="steps-list">
      <li aria-label={say("filing.checks")}>
        <div class="stack">
          <Standing {...parts} />
          <div class="cards">
            <Checks {...parts} />
            <LeftOut {...parts} />
          </div>
        </div>
      </li>
      <li aria-label={say("filing.lock")}>
        <LockStep {...props} />
      </li>
      <li aria-label={say("filing.files")}>
        <StoredFilesStep {...props} />
      </li>
      <li aria-label={say("filing.portalFile")}>
        <PortalFileStep {...props} />
      </li>
      <li aria-label={say("filing.filed")}>
        <FiledStep {...props} />
      </li>
      {behind && (
        <EventsDialog
          behind={behind}
          onClose={() => open(undefined)}
          changedLock={changedLockOf(props.facts)}
        />
      )}
    </ol>
  );
}
