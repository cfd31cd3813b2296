import { useState } from "preact/hooks";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { currentFiling, FiledOn } from "../period/filed-on.tsx";
import { registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import type { StepProps } from "./step-props.ts";

/** `isNext` is true once the file is made, or where there is none to make. */
type FiledStepProps = StepProps & { readonly isNext: boolean };

/** Records that a person filed the return; the service itself files nothing. */
export function FiledStep({ facts: { lock }, identity, onChanged, isNext }: FiledStepProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  const [isChanging, change] = useState(false);
  const { scheme, period } = identity;
  const lockedReturn = { path: { scheme }, query: { period, ...registrationQuery(identity) } };
  async function record(typed: FormData) {
    await client.markReturnFiled({ ...lockedReturn, body: filingIn(typed) });
    onChanged();
  }
  async function correct(typed: FormData) {
    await client.correctFiling({ ...lockedReturn, body: filingIn(typed) });
    change(false);
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
      {filed && may("correctFiling") && (
        <button type="button" class="small" onClick={() => change(true)}>
          {say("change.do")}
        </button>
      )}
      {filed && isChanging && (
        <Dialog title={say("filing.change")} onClose={() => change(false)}>
          <ActionForm button={say("change.save")} send={correct}>
            <p>{say("filing.changeLead")}</p>
            <FilingFields {...currentFiling(filed)} />
          </ActionForm>
        </Dialog>
      )}
      {lock && !filed && <NeedsRole operation="markReturnFiled" />}
      {lock && !filed && may("markReturnFiled") && (
        <ActionForm button={say("filing.record")} look={isNext ? "primary" : ""} send={record}>
          <p>{say("filing.filedLead")}</p>
          <FilingFields filed_at={lock.submitted_on ?? dayOf(new Date())} filing_reference={null} />
        </ActionForm>
      )}
    </>
  );
}

function filingIn(typed: FormData) {
  const reference = textIn(typed, "reference");
  return {
    filed_at: textIn(typed, "day"),
    ...(reference ? { filing_reference: reference } : {}),
  };
}

function FilingFields({ filed_at, filing_reference }: ReturnType<typeof currentFiling>) {
  const { say } = useReader();
  return (
    <>
      <Field label={say.code("field.filed_at")} name="filed_at">
        <input name="day" type="date" required defaultValue={filed_at} />
      </Field>
      <Field label={say("filing.reference")} name="filing_reference" isOptional>
        <input
          name="reference"
          maxLength={100}
          autocomplete="off"
          defaultValue={filing_reference ?? ""}
        />
      </Field>
    </>
  );
}
