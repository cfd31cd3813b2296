import { Badge } from "../parts/badge.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";
import { type Proposal, textOf } from "./proposal.ts";

type ProposalTableProps = {
  readonly caption: string;
  readonly rows: readonly Proposal[];
  readonly onOpen: (proposal: string) => void;
};

/** Displays proposals, each with a button that opens it. */
export function ProposalTable({ caption, rows, onOpen }: ProposalTableProps) {
  const { say } = useReader();
  const columns = useColumns(onOpen);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ proposal_id }) => proposal_id}
      empty={say("taxRates.none")}
      isSaved={false}
    />
  );
}

function useColumns(onOpen: (proposal: string) => void): Column<Proposal>[] {
  const { say, format } = useReader();
  const text = (proposal: Proposal) => textOf(proposal, say, format);
  return [
    { head: say("establishments.country"), cell: ({ country }) => format.country(country) },
    { head: say("taxRates.class"), cell: (proposal) => text(proposal).subject },
    figureColumn(say("taxRates.old"), (proposal) => text(proposal).old),
    figureColumn(say("taxRates.new"), (proposal) => text(proposal).new),
    { head: say("taxRates.day"), inOneLine: true, cell: (proposal) => text(proposal).day },
    { head: say("taxRates.source"), cell: (proposal) => <SourceCell of={proposal} /> },
    {
      head: say("due.state"),
      cell: ({ state }) => <Badge level={LEVELS[state]}>{say(`taxRates.state.${state}`)}</Badge>,
    },
    {
      head: say("taxRates.decide"),
      isAction: true,
      cell: (proposal) => (
        <button type="button" class="small" onClick={() => onOpen(proposal.proposal_id)}>
          {say(proposal.state === "open" ? "taxRates.decide" : "establishments.change")}
          <span class="unseen">
            {" "}
            {format.country(proposal.country)}, {text(proposal).subject}
          </span>
        </button>
      ),
    },
  ];
}

/** Displays the source of a proposal, as a link where it has an address. */
function SourceCell({ of }: { readonly of: Proposal }) {
  const { say, format } = useReader();
  const { byHand } = textOf(of, say, format);
  if (!byHand) return of.source;
  return (
    <a href={byHand.source_url} rel="noreferrer" target="_blank">
      <bdi>{of.source}</bdi>
    </a>
  );
}

const LEVELS = {
  open: "warn",
  accepted: "good",
  refused: "info",
  withdrawn: "info",
} as const satisfies Record<Proposal["state"], Level>;
