import { useState } from "preact/hooks";
import type { RateProposal } from "../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Action, actionsFor, bodyOf, type Decision } from "./decision.ts";
import { FirstDayField } from "./first-day-field.tsx";
import { isThreshold, type Proposal, textOf } from "./proposal.ts";

type DecisionFormProps = { readonly proposal: Proposal; readonly onDecided: () => void };

/** Takes a decision about a proposal, and asks before sending it. */
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
          {actions.map((action) => (
            <option key={action} value={action}>
              {say(`taxRates.action.${action}`)}
            </option>
          ))}
        </select>
      </Field>
      {action === "accept" && !isThreshold(proposal) && !proposal.by_hand && (
        <AcceptedRate proposal={proposal} failure={failure} />
      )}
      <Field
        label={say("leftOut.reason")}
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
        <Field label={say("taxRates.rateInTedb")} name="rate_bps" failure={failure}>
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
      <FirstDayField failure={failure} />
    </>
  );
}

/** Manages sending a decision, which the operator confirms first. */
function useDecision(proposal: Proposal, action: Action, onDecided: () => void) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    const body = bodyOf(action, Object.fromEntries(typed) as Readonly<Record<string, string>>);
    const text = textOf(proposal, say, format);
    const place = { country: format.country(proposal.country), class: text.subject };
    const proposed = { rate: text.new, day: text.day };
    const rate = { ...proposed, ...acceptedRate(body, format) };
    if (!confirm(say(`taxRates.sure.${action}`, { ...place, ...rate }))) return;
    run(async () => {
      await client.decideRateProposal({ path: { id: proposal.proposal_id }, body });
      onDecided();
    });
  }
  return { busy, failure, submit };
}

/** Returns the rate and the first day that an operator has entered with an acceptance, as text. */
function acceptedRate(body: Decision, format: Formatter) {
  if (body.action !== "accept") return {};
  const { rate_bps, valid_from } = body;
  return {
    ...(rate_bps === undefined ? {} : { rate: format.rate(rate_bps) }),
    ...(valid_from === undefined ? {} : { day: format.day(valid_from) }),
  };
}
