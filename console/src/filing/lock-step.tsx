import { useState } from "preact/hooks";
import { dayOf, periodNamed } from "../../../shared/core/calendar/dates.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { registrationQuery } from "../period/return-identity.ts";
import { OpenQuestions } from "../questions/open-questions.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { PreparedMark } from "./prepared-mark.tsx";
import type { StepProps } from "./step-props.ts";

/** Locks the return permanently after a confirmation. */
export function LockStep({ facts, identity, onChanged }: StepProps) {
  const { lock } = facts;
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const [isSure, setSure] = useState(false);
  const today = dayOf(new Date());
  const hasEnded = (periodNamed(identity.period)?.lastDay ?? today) < today;
  const [submission, submit] = useState<Submission>({});
  const lockIt = () =>
    run(async () => {
      const { scheme, period } = identity;
      await client.lockReturn({
        path: { scheme },
        query: {
          period,
          ...registrationQuery(identity),
          ...submission,
        },
      });
      onChanged();
    });
  return (
    <>
      {lock && (
        <Notice level="good">
          {say("standing.locked", { instant: format.instant(lock.locked_at) })}
        </Notice>
      )}
      {!lock && <p>{say(hasEnded ? "filing.lockLead" : "filing.notEnded")}</p>}
      {(lock || hasEnded) && (
        <OpenQuestions facts={facts} identity={identity} lead="filing.lockOpen" />
      )}
      {!lock && hasEnded && <PreparedMark identity={identity} />}
      {!lock && hasEnded && <NeedsRole operation="lockReturn" />}
      {!lock && hasEnded && may("lockReturn") && (
        <>
          <SubmittedOn {...{ facts, identity }} value={submission} onChange={submit} />
          <p>
            <label>
              <input
                type="checkbox"
                checked={isSure}
                onChange={({ currentTarget }) => setSure(currentTarget.checked)}
              />{" "}
              {say("filing.sure")}
            </label>
          </p>
          <button type="button" class="primary" disabled={!isSure || busy} onClick={lockIt}>
            {say("filing.lockButton")}
          </button>
          {busy && <progress aria-label={say("filing.locking")} />}
        </>
      )}
      <ActionFailure failure={failure} />
    </>
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
