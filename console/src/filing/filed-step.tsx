import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { FiledOn } from "../period/filed-on.tsx";
import { registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import type { StepProps } from "./step-props.ts";

/** Records that a person filed the return; the service itself files nothing. */
export function FiledStep({ facts: { lock }, identity, onChanged }: StepProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  async function record(typed: FormData) {
    const reference = textIn(typed, "reference");
    const { scheme, period } = identity;
    await client.markReturnFiled({
      path: { scheme },
      query: { period, ...registrationQuery(identity) },
      body: {
        filed_at: textIn(typed, "day"),
        ...(reference ? { filing_reference: reference } : {}),
      },
    });
    onChanged();
  }
  const filed = lock?.filed;
  return (
    <>
      {!lock && <p>{say("filing.lockFirst")}</p>}
      {filed && (
        <Notice level="good">
          <FiledOn filed={filed} />
        </Notice>
      )}
      {lock && !filed && <NeedsRole operation="markReturnFiled" />}
      {lock && !filed && may("markReturnFiled") && (
        <ActionForm button={say("filing.record")} send={record}>
          <p>{say("filing.filedLead")}</p>
          <Field label={say.code("field.filed_at")} name="filed_at">
            <input name="day" type="date" required defaultValue={dayOf(new Date())} />
          </Field>
          <Field label={say("filing.reference")} name="filing_reference" isOptional>
            <input name="reference" maxLength={100} autocomplete="off" />
          </Field>
        </ActionForm>
      )}
    </>
  );
}
