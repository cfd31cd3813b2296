import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { includes } from "../../../shared/accounts/people/role-order.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { saveFile } from "../downloads/save.ts";
import { csvOf } from "../downloads/table-csv.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { textOfFile } from "../loading/text-of-file.ts";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { CsvFile } from "../parts/csv-file.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { roleIn } from "../session/person.ts";
import { rowsInOrder } from "./board-view.ts";
import { rowsFor } from "./bulk-request.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

type FilingsFileProps = {
  /** The returns that are to be filed, among others: those chosen, or all of the view. */
  readonly rows: readonly BoardRow[];
  readonly onJob: (job: string) => void;
};

/** Records filings from a spreadsheet; shown to who may file for a client. A file with a fault records none. */
export function FilingsFile({ rows, onJob }: FilingsFileProps) {
  const { say } = useReader();
  const { client } = useSession();
  const own = useOrganisation();
  const { clients = [] } = usePeople();
  const { busy, failure, run } = useAction();
  const mayFile = clients.some(
    (client) => client.organisation === own.id && includes(roleIn([own], client), "approver"),
  );
  if (!mayFile) return null;
  const toFile = rowsFor("file", rows);
  const template = () => filingsTemplate(rowsInOrder(toFile, {}, say.locale));
  const send = (file: File) =>
    run(async () => {
      const body = { action: "file", csv: await textOfFile(file) } as const;
      onJob((await client.createBulkJob({ path: { organisation: own.id }, body })).id);
    });
  return (
    <Card title={say("filings.title")}>
      <p>
        <button
          type="button"
          disabled={toFile.length === 0}
          onClick={() => saveFile(csvOf(template(), say.locale), "filings.csv")}
        >
          {say.many("filings.template", toFile.length)}
        </button>
      </p>
      <CsvFile
        label={say("clients.fileLabel")}
        help={say("filings.help")}
        busy={busy}
        onFile={send}
      />
      <ActionFailure failure={failure} />
    </Card>
  );
}

/** Returns the cells of a spreadsheet of filings; a client without a number of the firm is named by its account. */
function filingsTemplate(rows: readonly BoardRow[]) {
  const today = dayOf(new Date());
  const head = [
    ...["account", "reference", "scheme_type", "period_key", "registration_id"],
    ...["filed_at", "filing_reference"],
  ];
  const lines = rows.map(({ account, client_reference: reference, ...row }) => [
    ...[reference === null ? account : "", reference ?? ""],
    ...[row.scheme_type, row.period_key, String(row.registration_id), today, ""],
  ]);
  return [head, ...lines].map((cells) => cells.map((text) => ({ text, isFigure: false })));
}
