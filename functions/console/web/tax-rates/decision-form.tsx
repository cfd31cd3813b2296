import { useState } from "preact/hooks";
import type { RateProposal } from "../../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Action, actionsFor, bodyOf, type Decision } from "./decision.ts";

type DecisionFormProps = { readonly proposal: RateProposal; readonly onDecided: () => void };

/** Takes a decision about a proposed rate, and asks before sending it. */
export function DecisionForm({ proposal, onDecided }: DecisionFormProps) {
  const { say } = useReader();
  const actions = actionsFor(proposal);
  const [action, choose] = useState(actions[0]);
  const { busy, failure, submit } = useDecision(proposal, action, onDecided);
  return (
    <form class="stack" onSubmit={submit}>
      <Field label={say("taxRates.decision")}>
        <select
          value={action}
          onChange={({ currentTarget }) => choose(currentTarget.value as Action)}
        >
          {actions.map((one) => (
            <option key={one} value={one}>
              {say(`taxRates.action.${one}`)}
            </option>
          ))}
        </select>
      </Field>
      {action === "accept" && <AcceptedRate proposal={proposal} failure={failure} />}
      <Field
        label={say("taxRates.why")}
        help={say("taxRates.whyHelp")}
        name="reason"
        failure={failure}
      >
        <textarea name="reason" required rows={2} maxLength={500} />
      </Field>
      <p>
        <button type="submit" class="primary" disabled={busy}>
          {say(`taxRates.action.${action}`)}
        </button>
      </p>
      <ActionFailure failure={failure} atFields={["valid_from", "rate_bps", "reason"]} />
    </form>
  );
}

type AcceptedRateProps = { readonly proposal: RateProposal; readonly failure: unknown };

/** Takes the first day of an accepted rate, and the rate where TEDB has several. */
function AcceptedRate({ proposal: { tedb_bps }, failure }: AcceptedRateProps) {
  const { say, format } = useReader();
  return (
    <>
      {tedb_bps.length > 1 && (
        <Field label={say("taxRates.new")} name="rate_bps" failure={failure}>
          <select name="rate_bps" required>
            <option value="" />
            {tedb_bps.map((bps) => (
              <option key={bps} value={bps}>
                {format.rate(bps)}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field
        label={say("taxRates.firstDay")}
        help={say("taxRates.firstDayHelp")}
        width="narrow"
        name="valid_from"
        failure={failure}
      >
        <input name="valid_from" type="date" required />
      </Field>
    </>
  );
}

/** Manages sending a decision, which the operator confirms first. */
function useDecision(proposal: RateProposal, action: Action, onDecided: () => void) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    const body = bodyOf(action, Object.fromEntries(typed) as Readonly<Record<string, string>>);
    const place = { country: format.country(proposal.country), class: proposal.tax_class_id };
    const rate = acceptedRate(body, proposal, format);
    if (!confirm(say(`taxRates.sure.${action}`, { ...place, ...rate }))) return;
    run(async () => {
      await client.decideRateProposal({ path: { id: proposal.proposal_id }, body });
      onDecided();
    });
  }
  return { busy, failure, submit };
}

/** Returns the rate that a decision brings into force, and its first day, as text. */
function acceptedRate(body: Decision, { tedb_bps }: RateProposal, format: Formatter) {
  if (body.action !== "accept") return {};
  const { rate_bps = tedb_bps[0] ?? 0, valid_from } = body;
  return { rate: format.rate(rate_bps), day: format.day(valid_from) };
}
