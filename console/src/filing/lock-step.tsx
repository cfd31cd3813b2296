import { useState } from "preact/hooks";
import { dayOf, periodNamed } from "../../../shared/core/calendar/dates.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { Help } from "../parts/help.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { hasEnded, registrationQuery } from "../period/return-identity.ts";
import { OpenQuestions } from "../questions/open-questions.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { taxWarningCount } from "./load-filing.ts";
import { PreparedMark } from "./prepared-mark.tsx";
import type { StepProps } from "./step-props.ts";

/** Locks the return permanently after a confirmation. */
export function LockStep(props: StepProps) {
  const { facts, identity } = props;
  const { lock } = facts;
  const { say, format } = useReader();
  const { may } = useSession();
  const isOver = hasEnded(identity.period);
  return (
    <>
      {lock && (
        <Notice level="good">
          {say("standing.locked", { instant: format.instant(lock.locked_at) })}
        </Notice>
      )}
      {!lock && (
        <p>
          {say(isOver ? "filing.lockLead" : "filing.notEnded")} <Help of="lock" />
        </p>
      )}
      {(lock || isOver) && (
        <OpenQuestions facts={facts} identity={identity} lead="filing.lockOpen" />
      )}
      {!lock && isOver && <PreparedMark identity={identity} />}
      {!lock && isOver && <NeedsRole operation="lockReturn" />}
      {!lock && isOver && may("lockReturn") && <LockForm {...props} />}
    </>
  );
}

/** Takes the confirmations of the filer, and locks the return. */
function LockForm({ facts, identity, onChanged }: StepProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [isSure, setSure] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const [submission, submit] = useState<Submission>({});
  const [question, ...others] = facts.questions;
  const warnings = taxWarningCount(facts);
  const asksElsewhere = question?.kind === NOTHING && others.length === 0;
  const lockIt = () =>
    run(async () => {
      const { scheme, period } = identity;
      const confirmed = asksElsewhere ? { confirm: NOTHING } : {};
      const query = {
        period,
        language: say.language,
        ...registrationQuery(identity),
        ...submission,
        ...confirmed,
      } as const;
      await client.lockReturn({ path: { scheme }, query });
      onChanged();
    });
  return (
    <div class="stack on-screen">
      <SubmittedOn {...{ facts, identity }} value={submission} onChange={submit} />
      {asksElsewhere && (
        <Tick text={say("filing.elsewhere")} isOn={isElsewhere} onChange={setElsewhere} />
      )}
      <Tick
        text={warnings > 0 ? say.many("filing.sureWarned", warnings) : say("filing.sure")}
        isOn={isSure}
        onChange={setSure}
      />
      <button
        type="button"
        class="primary"
        disabled={!isSure || (asksElsewhere && !isElsewhere) || busy}
        onClick={lockIt}
      >
        {say("filing.lockButton")}
      </button>
      {busy && <progress aria-label={say("filing.locking")} />}
      <ActionFailure failure={failure} />
    </div>
  );
}

/** The finding that is answered by the confirmation of the filer alone. */
const NOTHING = "nothing_included" as const;

type TickProps = {
  readonly text: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

function Tick({ text, isOn, onChange }: TickProps) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />{" "}
        {text}
      </label>
    </p>
  );
}

/** True of the return in whose period its registration ends: the day of submission decides what corrects it. */
const isLast = ({ registrations }: StepProps["facts"], lastDay: string): boolean =>
  registrations.some(({ effective_to }) => effective_to !== undefined && effective_to <= lastDay);

type Submission = { readonly submitted_on?: string };

type SubmittedOnProps = Pick<StepProps, "facts" | "identity"> & {
  readonly value: Submission;
  readonly onChange: (submission: Submission) => void;
};

/** Takes the day on which the return was submitted, where that may be before the lock or decides what it declares. */
function SubmittedOn({ facts, identity, value, onChange }: SubmittedOnProps) {
  const { say } = useReader();
  const today = dayOf(new Date());
  const { lastDay = today, filingDueDate = today } = periodNamed(identity.period) ?? {};
  if (!isLast(facts, lastDay) && filingDueDate >= today) return null;
  return (
    <Field label={say.code("field.submitted_on")} help={say("filing.submittedHelp")} isOptional>
      <input
        name="submitted_on"
        type="date"
        min={lastDay}
        max={today}
        value={value.submitted_on ?? ""}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value ? { submitted_on: currentTarget.value } : {})
        }
      />
    </Field>
  );
}
