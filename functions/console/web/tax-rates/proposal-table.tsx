import type { RateProposal } from "../../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";

type ProposalTableProps = {
  readonly caption: string;
  readonly rows: readonly RateProposal[];
  readonly onOpen: (proposal: string) => void;
};

/** Displays proposed rates, each with a button that opens it. */
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

function useColumns(onOpen: (proposal: string) => void): Column<RateProposal>[] {
  const { say, format } = useReader();
  return [
    { head: say("taxRates.country"), cell: ({ country }) => format.country(country) },
    { head: say("taxRates.class"), cell: ({ tax_class_id }) => tax_class_id },
    { head: say("taxRates.old"), figure: true, cell: ({ kept_bps }) => format.rate(kept_bps) },
    {
      head: say("taxRates.new"),
      figure: true,
      cell: ({ tedb_bps }) => tedb_bps.map(format.rate).join(", "),
    },
    {
      head: say("taxRates.day"),
      inOneLine: true,
      cell: ({ seen_for }) => format.day(seen_for),
    },
    { head: say("taxRates.source"), cell: ({ source }) => source },
    {
      head: say("taxRates.state"),
      cell: ({ state }) => <Badge level={LEVELS[state]}>{say(`taxRates.state.${state}`)}</Badge>,
    },
    {
      head: say("taxRates.decide"),
      isDeed: true,
      cell: ({ proposal_id, country, tax_class_id, state }) => (
        <button type="button" class="small" onClick={() => onOpen(proposal_id)}>
          {say(state === "open" ? "taxRates.decide" : "taxRates.change")}
          <span class="unseen">
            {" "}
            {format.country(country)}, {tax_class_id}
          </span>
        </button>
      ),
    },
  ];
}

const LEVELS = {
  open: "warn",
  accepted: "good",
  refused: "info",
  withdrawn: "info",
} as const satisfies Record<RateProposal["state"], Level>;
