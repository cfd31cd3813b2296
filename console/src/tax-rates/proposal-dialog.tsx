import type { RateProposal } from "../../../client/src/eu-vat-client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../session/console-context.ts";
import { DecisionForm } from "./decision-form.tsx";
import { isThreshold, type Proposal, textOf } from "./proposal.ts";
import { RecheckPart } from "./recheck-part.tsx";

type ProposalDialogProps = {
  readonly proposal: Proposal;
  readonly onClose: () => void;
  /** Loads the proposals again while the dialog stays open. */
  readonly onChanged: () => void;
};

/** True if events may have been checked by another rate than today's because of a proposal. */
const wasAccepted = (proposal: Proposal): proposal is RateProposal =>
  !isThreshold(proposal) && proposal.decisions.some(({ action }) => action === "accept");

/** Displays a proposal with its decisions so far, and the form for the next one. */
export function ProposalDialog({ proposal, onClose, onChanged }: ProposalDialogProps) {
  const { say, format } = useReader();
  const { subject, byHand, ...values } = textOf(proposal, say, format);
  const reason = isThreshold(proposal) ? "by_hand" : proposal.reason;
  return (
    <Dialog title={`${format.country(proposal.country)}, ${subject}`} onClose={onClose}>
      <div class="stack">
        <p>{say(`taxRates.reason.${reason}`, values)}</p>
        {byHand ? <Source of={proposal} {...byHand} /> : <TedbEntry of={proposal} />}
        <Decisions of={proposal} />
        <DecisionForm proposal={proposal} onDecided={onClose} />
        {wasAccepted(proposal) && <RecheckPart proposal={proposal} onChanged={onChanged} />}
      </div>
    </Dialog>
  );
}

type SourceProps = {
  readonly of: Proposal;
  readonly source_url: string;
  readonly by: string;
};

/** Displays the source of a proposal by hand, with its address and its author. */
function Source({ of: { source, found_at }, source_url, by }: SourceProps) {
  const { say, format } = useReader();
  return (
    <p>
      <a href={source_url} rel="noreferrer" target="_blank">
        <bdi>{source}</bdi>
      </a>
      <br />
      <span class="muted">
        {say("taxRates.proposedBy", { by, instant: format.instant(found_at) })}
      </span>
    </p>
  );
}

function TedbEntry({ of }: { readonly of: Proposal }) {
  const { say, format } = useReader();
  if (isThreshold(of) || of.situation_on === null) return null;
  return (
    <>
      <p class="muted">{say("taxRates.entry", { day: format.day(of.situation_on) })}</p>
      {of.comment !== "" && <p class="muted">{of.comment}</p>}
    </>
  );
}

function Decisions({ of: { decisions } }: { readonly of: Proposal }) {
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
