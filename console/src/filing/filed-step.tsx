import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
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
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const reference = String(data.get("reference")).trim();
    const { scheme, period } = identity;
    run(async () => {
      await client.markReturnFiled({
        path: { scheme },
        query: { period, ...registrationQuery(identity) },
        body: {
          filed_at: String(data.get("day")),
          ...(reference ? { filing_reference: reference } : {}),
        },
      });
      onChanged();
    });
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
        <form class="stack" onSubmit={submit}>
          <p>{say("filing.filedLead")}</p>
          <label class="field">
            <span>{say.code("field.filed_at")}</span>
            <input
              name="day"
              type="date"
              required
              defaultValue={new Date().toISOString().slice(0, 10)}
            />
          </label>
          <label class="field">
            <span>{say("form.optional", { label: say("filing.reference") })}</span>
            <input name="reference" maxLength={100} autocomplete="off" />
          </label>
          <p>
            <button type="submit" class="primary" disabled={busy}>
              {say("filing.record")}
            </button>
          </p>
        </form>
      )}
      <ActionFailure failure={failure} />
    </>
  );
}
