import { useState } from "preact/hooks";
import type { Import, ImportRow } from "../../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { fullPage } from "../paging/full-page.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type Outcome = ImportRow["outcome"];
const OUTCOMES: readonly Outcome[] = ["rejected", "unresolved", "conflict", "excluded", "event"];

type FoundRowsProps = { readonly of: Import };

/** Lists the rows with findings, with their reasons, page by page, and saves all of them as a file. */
export function FoundRows({ of }: FoundRowsProps) {
  const { say, format } = useReader();
  const [outcome, setOutcome] = useState<Outcome>();
  const reasons = Object.values(of.reasons).reduce((sum, count) => sum + count, 0);
  return (
    <Card title={say("found.title")} aside={reasons > 0 && <SaveFindings id={of.id} />}>
      <p>{say("found.lead")}</p>
      {reasons > 0 && (
        <>
          <Reasons of={of} />
          <label class="field">
            <span>{say("found.which")}</span>
            <select
              value={outcome ?? ""}
              onChange={({ currentTarget: { value } }) =>
                setOutcome(OUTCOMES.find((one) => one === value))
              }
            >
              <option value="">{say("found.all", { count: format.count(reasons) })}</option>
              {OUTCOMES.map((one) => (
                <option key={one} value={one}>
                  {say(`outcome.${one}`)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <FoundTable key={outcome} of={of} outcome={outcome} />
    </Card>
  );
}

/** Displays the number of rows for each reason. */
function Reasons({ of: { reasons } }: FoundRowsProps) {
  const { say, format } = useReader();
  return (
    <details>
      <summary>{say("found.reasons")}</summary>
      <ul>
        {Object.entries(reasons).map(([reason, count]) => (
          <li key={reason}>
            {format.count(count)} × {say.code(`finding.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

type FoundTableProps = FoundRowsProps & { readonly outcome: Outcome | undefined };

function FoundTable({ of: { id, dry_run }, outcome }: FoundTableProps) {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const page = useLoad(`rows ${id} ${dry_run} ${outcome} ${cursor}`, (signal) =>
    fullPage((paging) => {
      const query = { ...(outcome ? { outcome } : {}), ...paging };
      return client.listImportRows({ path: { id }, query }, { signal });
    }, cursor),
  );
  return (
    <Loaded of={page}>
      {({ items, next_cursor }) => (
        <>
          <DataTable
            caption={say("found.title")}
            columns={columnsOf(say)}
            rows={items.map((row, at) => ({ ...row, at }))}
            keyOf={({ at }) => String(at)}
            empty={say("found.none")}
          />
          <Pager of={say("found.title")} cursors={cursors} next={next_cursor} />
        </>
      )}
    </Loaded>
  );
}

const columnsOf = (
  say: ReturnType<typeof useReader>["say"],
): Column<ImportRow & { readonly at: number }>[] => [
  { head: say("found.row"), cell: ({ row }) => <bdi class="mark">{row}</bdi> },
  { head: say("found.outcome"), cell: ({ outcome }) => say(`outcome.${outcome}`) },
  { head: say("found.why"), cell: (row) => <Why row={row} /> },
  { head: say("found.column"), cell: ({ column }) => <bdi class="mark">{column}</bdi> },
];

/** Outcomes that the reason describes completely. */
const SAID: readonly Outcome[] = ["event", "excluded", "conflict"];

/** Displays the translated reason, and the service's message about the row. */
function Why({ row: { outcome, reason, message } }: { readonly row: ImportRow }) {
  const { say } = useReader();
  const code = `finding.${reason}`;
  const text = say.code(code);
  if (text === code) return <bdi class="mark">{message}</bdi>;
  return (
    <>
      {text}
      {!SAID.includes(outcome) && <bdi class="mark why">{message}</bdi>}
    </>
  );
}

function SaveFindings({ id }: { readonly id: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const save = () =>
    run(async () => {
      const query = { redirect: "false" } as const;
      openLink((await client.downloadFindings({ path: { id }, query })).location);
    });
  return (
    <>
      <button type="button" disabled={busy} onClick={save}>
        {say("found.save")}
      </button>
      <ActionFailure failure={failure} />
    </>
  );
}
