import { useState } from "preact/hooks";
import { EventsDrawer } from "../events/events-drawer.tsx";
import type { OpenedFigure } from "../events/opened-figure.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { useKnownReturns, useOverviewAgain } from "../overview/overview-context.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { currentFiling } from "../period/filed-on.tsx";
import { Checks, LeftOut } from "../period/findings.tsx";
import { changedLockOf } from "../period/load-period.ts";
import { periodToShow } from "../period/period-choice.ts";
import { PeriodSwitch, UnknownPeriod } from "../period/period-switch.tsx";
import { RegistrationSwitch } from "../period/registration-switch.tsx";
import { ReturnStatus } from "../period/standing.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, type ReturnPlace, schemeName } from "../shell/page.ts";
import { BookingsStep } from "./bookings-step.tsx";
import { FiledStep } from "./filed-step.tsx";
import { Step } from "./filing-step.tsx";
import { loadFiling } from "./load-filing.ts";
import { LockStep } from "./lock-step.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { PortalFileStep } from "./portal-file-step.tsx";
import type { StepProps } from "./step-props.ts";
import { StoredFilesStep } from "./stored-files-step.tsx";

/** Guides from the checks to the filed return, step by step. */
export function FilingPage({ scheme, period: chosen, registration }: ReturnPlace) {
  const { say, format } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const returns = useKnownReturns();
  const period = periodToShow(scheme, chosen, new Date());
  const identity = { scheme, period, registration };
  const key = `filing ${scheme} ${period} ${registration}`;
  const facts = useLoad(key, (signal) => loadFiling(client, identity, returns, signal));
  function onChanged() {
    facts.again();
    overviewAgain();
  }
  return (
    <>
      <PageTitle
        actions={
          <a class="button" href={addressOf({ name: "period", ...identity })}>
            {say("notifications.open.return")}
          </a>
        }
      >
        {say("filing.title", { scheme: schemeName(scheme, say), period: format.period(period) })}
      </PageTitle>
      <PeriodSwitch {...identity} page="filing" />
      <UnknownPeriod asked={chosen} shown={period} />
      <Loaded of={facts}>
        {(value) => (
          <>
            <RegistrationSwitch
              registrations={value.registrations}
              identity={value.identity}
              page="filing"
            />
            <Steps key={key} facts={value} identity={value.identity} onChanged={onChanged} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Displays the steps; those that are done are folded, and the next one is open. */
function Steps(props: StepProps) {
  const { say, format } = useReader();
  const [opened, open] = useState<OpenedFigure>();
  const { lock, readiness } = props.facts;
  const isLocked = lock !== undefined;
  const isFiled = Boolean(lock?.filed);
  const parts = { ...props, onOpen: open };
  const isChecked = isLocked || readiness?.status !== "review_required";
  return (
    <ol class="steps-list">
      <Step number={1} title={say("checks.title")} isDone={isChecked} isNext={!isChecked}>
        <div class="stack">
          <ReturnStatus {...parts} />
          <Checks {...parts} />
          <LeftOut {...parts} />
        </div>
      </Step>
      <Step
        number={2}
        title={say("bulk.lock")}
        isDone={isLocked}
        isNext={!isLocked}
        outcome={lock && say("standing.locked", { instant: format.instant(lock.locked_at) })}
      >
        <LockStep {...props} />
      </Step>
      <Step number={3} title={say("filing.files")} isDone={isFiled} isNext={isLocked && !isFiled}>
        <StoredFilesStep {...props} />
      </Step>
      <Step
        number={4}
        title={say("filing.portalFile")}
        isDone={isFiled}
        isNext={isLocked && !isFiled}
      >
        <PortalFileStep {...props} />
      </Step>
      <Step
        number={5}
        title={say("filing.filed")}
        isDone={isFiled}
        isNext={isLocked}
        outcome={
          lock?.filed
            ? say("standing.filed", { day: format.day(currentFiling(lock.filed).filed_at) })
            : undefined
        }
      >
        <FiledStep {...props} />
      </Step>
      <Step number={6} title={say("filing.payment")} isDone={false} isNext={isFiled}>
        <PaymentStep {...props} />
      </Step>
      <Step number={7} title={say("filing.bookings")} isDone={false} isNext={false}>
        <BookingsStep {...props} />
      </Step>
      {opened && (
        <EventsDrawer
          {...opened}
          onClose={() => open(undefined)}
          changedLock={changedLockOf(props.facts)}
        />
      )}
    </ol>
  );
}
