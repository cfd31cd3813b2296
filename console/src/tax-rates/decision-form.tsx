import { useState } from "preact/hooks";
import type { RateProposal } from "../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields } from "../loading/typed.ts";
import { Choice } from "../parts/choice.tsx";
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
  const { question, send } = useDecision(proposal, action, onDecided);
  return (
    <ActionForm button={say(`taxRates.action.${action}`)} question={question} send={send}>
      <Field label={say("taxRates.decision")}>
        <Choice
          value={action}
          options={actions.map((action) => [action, say(`taxRates.action.${action}`)])}
          onChoose={(chosen = action) => choose(chosen)}
        />
      </Field>
      {action === "accept" && !isThreshold(proposal) && !proposal.by_hand && (
        <AcceptedRate proposal={proposal} />
      )}
      <Field label={say("leftOut.reason")} help={say("taxRates.whyHelp")}>
        <textarea name="reason" required rows={2} maxLength={500} />
      </Field>
    </ActionForm>
  );
}

/** Takes the first day of an accepted rate, and the rate where TEDB has several. */
function AcceptedRate({ proposal: { tedb_bps } }: { readonly proposal: RateProposal }) {
  const { say, format } = useReader();
  return (
    <>
      {tedb_bps.length > 1 && (
        <Field label={say("taxRates.rateInTedb")}>
          <Choice
            name="rate_bps"
            required
            none=""
            options={tedb_bps.map((bps) => [String(bps), format.rate(bps)])}
          />
        </Field>
      )}
      <FirstDayField />
    </>
  );
}

/** Returns what asks the operator to confirm a decision, and what sends it. */
function useDecision(proposal: Proposal, action: Action, onDecided: () => void) {
  const { say, format } = useReader();
  const { client } = useSession();
  const bodyIn = (typed: FormData) => bodyOf(action, filledFields(typed));
  const title = say(`taxRates.action.${action}`);
  return {
    question: (typed: FormData) => {
      const text = textOf(proposal, say, format);
      const place = { country: format.country(proposal.country), class: text.subject };
      const proposed = { rate: text.new, day: text.day };
      const rate = { ...proposed, ...acceptedRate(bodyIn(typed), format) };
      return { title, sure: title, text: say(`taxRates.sure.${action}`, { ...place, ...rate }) };
    },
    send: async (typed: FormData) => {
      const path = { id: proposal.proposal_id };
      await client.decideRateProposal({ path, body: bodyIn(typed) });
      onDecided();
    },
  };
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
