import { includes } from "../../../shared/accounts/people/role-order.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { CsvFile } from "../parts/csv-file.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { roleIn } from "../session/person.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

/** Records filings from a spreadsheet; shown to who may file for a client. A file with a fault records none. */
export function FilingsFile({ onJob }: { readonly onJob: (job: string) => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const own = useOrganisation();
  const { clients = [] } = usePeople();
  const { busy, failure, run } = useAction();
  const mayFile = clients.some(
    (client) => client.organisation === own.id && includes(roleIn([own], client), "approver"),
  );
  if (!mayFile) return null;
  const send = (file: File) =>
    run(async () => {
      const body = { action: "file", csv: await file.text() } as const;
      onJob((await client.createBulkJob({ path: { organisation: own.id }, body })).id);
    });
  return (
    <Card title={say("filings.title")}>
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
