import { useState } from "preact/hooks";
import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { EventsDrawer } from "../events/events-drawer.tsx";
import type { OpenedFigure } from "../events/opened-figure.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { pageOf, returnName } from "../overview/due-returns.ts";
import { afterDone } from "../overview/next-step.ts";
import { useKnownReturns, useOverview, useOverviewAgain } from "../overview/overview-context.ts";
import { Notice } from "../parts/notice.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { currentFiling } from "../period/filed-on.tsx";
import { Checks } from "../period/findings.tsx";
import { LeftOut } from "../period/left-out.tsx";
import { periodToShow } from "../period/period-choice.ts";
import { PeriodSwitch, UnknownPeriod } from "../period/period-switch.tsx";
import { RegistrationSwitch } from "../period/registration-switch.tsx";
import { ReturnBar } from "../period/return-bar.tsx";
import { ReturnStatus } from "../period/standing.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, type ReturnPlace, schemeName } from "../shell/page.ts";
import { BookingsStep } from "./bookings-step.tsx";
import { FiledStep } from "./filed-step.tsx";
import { Step } from "./filing-step.tsx";
import { loadFiling, taxWarningCount } from "./load-filing.ts";
import { LockStep } from "./lock-step.tsx";
import { OwnNumberOnce } from "./own-number.tsx";
import { excessOf } from "./payment-doubts.ts";
import { PaymentStep } from "./payment-step.tsx";
import { PortalFileStep } from "./portal-file-step.tsx";
import type { StepProps } from "./step-props.ts";
import { StoredFilesStep } from "./stored-files-step.tsx";

/** Guides from the checks to the filed return, step by step. */
export function FilingPage({ scheme, period: chosen, registration }: ReturnPlace) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const overviewAgain = useOverviewAgain();
  const returns = useKnownReturns();
  const period = periodToShow(scheme, chosen, new Date());
  const identity = { scheme, period, registration };
  const key = `filing ${scheme} ${period} ${registration}`;
  const facts = useLoad(key, (signal) => loadFiling({ client, may, returns, signal }, identity));
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
  const [opened, open] = useState<OpenedFigure>();
  const { facts, identity } = props;
  const isFiled = Boolean(facts.lock?.filed);
  const isPaid = isFiled && facts.payment !== undefined && facts.payment.outstanding_minor <= 0;
  return (
    <OwnNumberOnce facts={facts}>
      <ReturnBar facts={facts} identity={identity} payment={facts.payment} onOpen={open} />
      <div class="stack">
        <ol class="steps-list">
          <CheckAndLock {...props} onOpen={open} />
          <FileAndPay {...props} isFiled={isFiled} isPaid={isPaid} />
        </ol>
        {isPaid && <AllDone />}
        {facts.lock && <Bookings {...props} />}
      </div>
      {opened && <EventsDrawer {...opened} onClose={() => open(undefined)} lock={facts.lock} />}
    </OwnNumberOnce>
  );
}

type CheckAndLockProps = StepProps & { readonly onOpen: (figure: OpenedFigure) => void };

function CheckAndLock(props: CheckAndLockProps) {
  const { say, format } = useReader();
  const { lock, questions } = props.facts;
  const warnings = lock ? 0 : taxWarningCount(props.facts);
  const isChecked = lock !== undefined || (questions.length === 0 && warnings === 0);
  return (
    <>
      <Step
        number={1}
        title={say("checks.title")}
        isDone={isChecked}
        isNext={!isChecked}
        outcome={warnings > 0 ? say.many("checks.warnings", warnings) : undefined}
      >
        <div class="stack">
          <ReturnStatus {...props} />
          <Checks {...props} />
          <LeftOut {...props} />
        </div>
      </Step>
      <Step
        number={2}
        title={say("bulk.lock")}
        isDone={lock !== undefined}
        isNext={lock === undefined}
        outcome={lock && say("standing.locked", { instant: format.instant(lock.locked_at) })}
      >
        <LockStep {...props} />
      </Step>
    </>
  );
}

type FileAndPayProps = StepProps & { readonly isFiled: boolean; readonly isPaid: boolean };

function FileAndPay({ isFiled, isPaid, ...props }: FileAndPayProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const { lock, payment, choices } = props.facts;
  const [isMade, setMade] = useState(false);
  const needsFile = !isMade && choices.length > 0 && may("makeReturnFile");
  return (
    <>
      <Step
        number={3}
        title={say("filing.atPortal")}
        isDone={isFiled}
        isNext={lock !== undefined && !isFiled}
        outcome={
          lock?.filed
            ? say("standing.filed", { day: format.day(currentFiling(lock.filed).filed_at) })
            : undefined
        }
      >
        <div class="stack">
          <PortalFileStep
            {...props}
            isNext={needsFile && lock !== undefined && !isFiled}
            onMade={() => setMade(true)}
          />
          <StoredFilesStep {...props} />
          <FiledStep {...props} isNext={!needsFile} />
        </div>
      </Step>
      <Step
        number={4}
        title={say("filing.payment")}
        isDone={isPaid}
        isNext={isFiled && !isPaid}
        outcome={
          isPaid && payment
            ? say(`payment.is.${paidAs(payment)}`, {
                excess: format.amount(excessOf(payment), payment.return_currency),
              })
            : undefined
        }
      >
        <PaymentStep {...props} />
      </Step>
    </>
  );
}

const paidAs = (payment: ReturnPayment): "overpaid" | "paid" | "nothing_due" => {
  if (excessOf(payment) > 0) return "overpaid";
  return payment.paid_minor > 0 ? "paid" : "nothing_due";
};

/** Displays the export of bookings, which some businesses need and no return waits for. */
function Bookings(props: StepProps) {
  const { say } = useReader();
  return (
    <ul class="steps-list">
      <Step title={say("filing.bookings")} isDone={false} isNext={false}>
        <BookingsStep {...props} />
      </Step>
    </ul>
  );
}

/** Says that nothing is left to do for a return, and which one is the next. */
function AllDone() {
  const words = useReader();
  const { say, format } = words;
  const overview = useOverview();
  const returns = overview.state === "ready" ? overview.value.returns : [];
  const after = afterDone(returns);
  if (!after) return <Notice level="good">{say("filing.allDone")}</Notice>;
  const { next, level, text } = after;
  return (
    <Notice level={level}>
      {say(text, { day: format.day(next.filing_due_date) })}{" "}
      <a href={addressOf(pageOf("period", next, returns))}>
        {say("filing.nextReturn", returnName(next, returns, words))}
      </a>
    </Notice>
  );
}
