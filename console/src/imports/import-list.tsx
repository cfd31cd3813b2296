import type { Import } from "../../../client/src/eu-vat-client.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { ImportState, isUnsettled } from "./import-state.tsx";

/** Imports per page. */
const LISTED = 50;

/** Lists the imports of the account, the newest first. */
export function ImportList() {
  const { say } = useReader();
  const { client } = useSession();
  const imports = usePages(
    "imports",
    (query, signal) => client.listImports({ query }, { signal }),
    LISTED,
  );
  return (
    <Card
      title={say("nav.imports")}
      aside={
        <button type="button" disabled={imports.state !== "ready"} onClick={imports.again}>
          {say("records.refresh")}
        </button>
      }
    >
      <Paged name={say("nav.imports")} of={imports}>
        {({ items }) => <ImportTable imports={items} />}
      </Paged>
    </Card>
  );
}

const toHelp = ({ counts }: Import): number =>
  counts.conflict + counts.unresolved + counts.rejected;

function ImportTable({ imports }: { readonly imports: readonly Import[] }) {
  const { say, format } = useReader();
  const columns: Column<Import>[] = [
    { head: say("files.file"), cell: (job) => <ListedFile of={job} /> },
    { head: say("due.state"), cell: (job) => <ImportState of={job} /> },
    figureColumn(say("count.rows"), ({ counts }) => format.count(counts.rows)),
    figureColumn(say("count.committed"), ({ counts, dry_run, status }) =>
      dry_run || status === "undone" ? "" : format.count(counts.committed),
    ),
    figureColumn(say("count.unresolved"), (job) =>
      format.count(isUnsettled(job) ? toHelp(job) : 0),
    ),
  ];
  return (
    <DataTable
      caption={say("nav.imports")}
      columns={columns}
      rows={imports}
      keyOf={({ id }) => id}
      empty={say("imports.none")}
    />
  );
}

/** Names an import by its kind of file, with its shop and its time below. */
function ListedFile({ of }: { readonly of: Import }) {
  const { say, format } = useReader();
  const { id, format: kind, source_id, file_name, created_at } = of;
  return (
    <>
      <a href={addressOf({ name: "imports", id })}>{say.code(`format.${kind}`)}</a>
      <br />
      <small class="muted">
        {file_name !== null && (
          <>
            <bdi>{file_name}</bdi> ·{" "}
          </>
        )}
        <bdi>{source_id}</bdi> · {format.instant(created_at)}
      </small>
    </>
  );
}
