import type { RateProposal } from "../../../../client/src/eu-vat-client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../session/console-context.ts";
import { DecisionForm } from "./decision-form.tsx";

type ProposalDialogProps = {
  readonly proposal: RateProposal;
  readonly onClose: () => void;
};

/** Displays a proposed rate with its decisions so far, and the form for the next one. */
export function ProposalDialog({ proposal, onClose }: ProposalDialogProps) {
  const { say, format } = useReader();
  const { country, tax_class_id, situation_on, comment, reason } = proposal;
  return (
    <Dialog title={`${format.country(country)}, ${tax_class_id}`} onClose={onClose}>
      <div class="stack">
        <p>{say(`taxRates.reason.${reason}`, ratesOf(proposal, format.rate))}</p>
        <p class="muted">{say("taxRates.entry", { day: format.day(situation_on) })}</p>
        {comment !== "" && <p class="muted">{comment}</p>}
        <Decisions of={proposal} />
        <DecisionForm proposal={proposal} onDecided={onClose} />
      </div>
    </Dialog>
  );
}

/** Returns the rate of the service and those of TEDB as text. */
const ratesOf = ({ kept_bps, tedb_bps }: RateProposal, format: (bps: number) => string) => ({
  old: format(kept_bps),
  new: tedb_bps.map(format).join(", "),
});

function Decisions({ of: { decisions } }: { readonly of: RateProposal }) {
  const { say, format } = useReader();
  if (decisions.length === 0) return null;
  return (
    <>
      <h3>{say("taxRates.history")}</h3>
      <ul>
        {decisions.map(({ action, at, by, rate_bps, valid_from, reason }) => (
          <li key={at}>
            {say(`taxRates.done.${action}`, { instant: format.instant(at), by })}
            {rate_bps !== null &&
              valid_from !== null &&
              ` ${say("taxRates.from", { rate: format.rate(rate_bps), day: format.day(valid_from) })}`}
            {reason !== null && (
              <>
                <br />
                <bdi class="muted">{reason}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
