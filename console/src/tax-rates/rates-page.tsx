import { useState } from "preact/hooks";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { EcbCard } from "./ecb-card.tsx";
import type { Proposal } from "./proposal.ts";
import { ProposalDialog } from "./proposal-dialog.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { ProposeDialog } from "./propose-dialog.tsx";

/** Lists the proposed VAT rates, for operators of the service to decide about. */
export function RatesPage() {
  const { say, format } = useReader();
  const { client } = useSession();
  const list = useLoad("rate proposals", (signal) =>
    client.listRateProposals({ query: { limit: 200 } }, { signal }),
  );
  return (
    <>
      <PageTitle lead={say("taxRates.lead")}>{say("nav.rates")}</PageTitle>
      <Loaded of={list}>
        {({ items, sme_thresholds, compared_at }) => (
          <div class="stack">
            <p class="muted">
              {compared_at === null
                ? say("taxRates.neverCompared")
                : say("taxRates.compared", { instant: format.instant(compared_at) })}
            </p>
            <ProposeButton onProposed={list.again} />
            <Proposals items={[...items, ...sme_thresholds]} onClosed={list.again} />
            <EcbCard />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The list is loaded again when a proposal is closed: it was decided here, or by another operator meanwhile. */
type ProposalsProps = { readonly items: readonly Proposal[]; readonly onClosed: () => void };

/** Opens the form of a proposal by hand. */
function ProposeButton({ onProposed }: { readonly onProposed: () => void }) {
  const { say } = useReader();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onProposed();
  };
  return (
    <p>
      <button type="button" onClick={() => setOpen(true)}>
        {say("taxRates.propose")}
      </button>
      {isOpen && <ProposeDialog onClose={close} />}
    </p>
  );
}

function Proposals({ items, onClosed }: ProposalsProps) {
  const { say } = useReader();
  const [opened, open] = useState<string>();
  const proposal = items.find(({ proposal_id }) => proposal_id === opened);
  const waiting = items.filter(({ state }) => state === "open");
  const decided = items.filter(({ state }) => state !== "open");
  const close = () => {
    open(undefined);
    onClosed();
  };
  return (
    <>
      <Card title={say.many("taxRates.open", waiting.length)}>
        <ProposalTable caption={say("taxRates.openTable")} rows={waiting} onOpen={open} />
      </Card>
      {decided.length > 0 && (
        <Card title={say("taxRates.decided")}>
          <ProposalTable caption={say("taxRates.decided")} rows={decided} onOpen={open} />
        </Card>
      )}
      {proposal && <ProposalDialog proposal={proposal} onClose={close} onChanged={onClosed} />}
    </>
  );
}
