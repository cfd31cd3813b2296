import type { Import } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { ImportState } from "./import-state.tsx";
import { localTime } from "./local-time.ts";

/** Imports per page. */
const LISTED = 50;

/** Lists the imports of the account, the newest first. */
export function ImportList() {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = { limit: LISTED, ...(cursor ? { cursor } : {}) };
  const imports = useLoad(`imports ${cursor}`, (signal) =>
    client.listImports({ query }, { signal }),
  );
  return (
    <Card
      title={say("nav.imports")}
      aside={
        <button
          type="button"
          disabled={imports.state !== "ready"}
          onClick={() => imports.state === "ready" && imports.again()}
        >
          {say("records.refresh")}
        </button>
      }
    >
      <Loaded of={imports}>
        {({ items, next_cursor }) => (
          <>
            <ImportTable imports={items} />
            <Pager of={say("nav.imports")} cursors={cursors} next={next_cursor} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ImportTable({ imports }: { readonly imports: readonly Import[] }) {
  const { say, format } = useReader();
  const columns: Column<Import>[] = [
    { head: say("files.file"), cell: (job) => <ListedFile of={job} /> },
    { head: say("due.state"), cell: (job) => <ImportState of={job} /> },
    { head: say("count.rows"), figure: true, cell: ({ counts }) => format.count(counts.rows) },
    {
      head: say("count.committed"),
      figure: true,
      cell: ({ counts, dry_run, status }) =>
        dry_run || status === "undone" ? "" : format.count(counts.committed),
    },
    {
      head: say("count.unresolved"),
      figure: true,
      cell: ({ counts }) => format.count(counts.conflict + counts.unresolved + counts.rejected),
    },
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
  const { say } = useReader();
  const { id, format, source_id, created_at } = of;
  return (
    <>
      <a href={addressOf({ name: "imports", id })}>{say.code(`format.${format}`)}</a>
      <br />
      <small class="muted">
        <bdi>{source_id}</bdi> · {localTime(created_at, say.locale)}
      </small>
    </>
  );
}
