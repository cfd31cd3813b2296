import { useState } from "preact/hooks";
import type { Organisation } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { textOfFile } from "../loading/text-of-file.ts";
import { textIn } from "../loading/typed.ts";
import { useAction } from "../loading/use-action.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { CsvFile } from "../parts/csv-file.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type ClientOfPerson, roleIn } from "../session/person.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

/** Lists the clients of an organisation, and adds further ones. */
export function ClientsPage() {
  const { say } = useReader();
  const { may } = useSession();
  const organisation = useOrganisation();
  const { clients = [] } = usePeople();
  const own = clients.filter((client) => client.organisation === organisation.id);
  const [wanted, setWanted] = useState("");
  const text = wanted.trim().toLowerCase();
  const found = own.filter(({ name, reference }) =>
    [name, reference ?? ""].some((term) => term.toLowerCase().includes(text)),
  );
  return (
    <>
      <PageTitle lead={say("clients.lead")}>{say("nav.clients")}</PageTitle>
      <div class="stack">
        <Card title={say.many("clients.count", own.length)}>
          {own.length > 1 && (
            <Field label={say("clients.find")} width="wide">
              <input
                type="search"
                value={wanted}
                autocomplete="off"
                onInput={({ currentTarget: { value } }) => setWanted(value)}
              />
            </Field>
          )}
          <ClientTable
            clients={found}
            of={organisation}
            empty={say(own.length === 0 ? "clients.noneYet" : "clients.none")}
          />
        </Card>
        {may("createClientAccount") && <NewClient />}
        {may("importClientAccounts") && <ClientFile />}
      </div>
    </>
  );
}

type ClientTableProps = {
  readonly clients: readonly ClientOfPerson[];
  readonly of: Organisation;
  readonly empty: string;
};

function ClientTable({ clients, of, empty }: ClientTableProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const { open } = usePeople();
  const [changing, change] = useState<ClientOfPerson>();
  const columns: Column<ClientOfPerson>[] = [
    {
      head: say("clients.name"),
      sortBy: ({ name }) => name,
      cell: (client) => (
        <>
          <button type="button" class="opens" onClick={() => open(client)}>
            <bdi>{client.name}</bdi>
          </button>
          {client.left_on && (
            <>
              {" "}
              <Badge level="info">{say("clients.left", { day: format.day(client.left_on) })}</Badge>
            </>
          )}
        </>
      ),
    },
    { head: say("clients.reference"), cell: ({ reference }) => <bdi>{reference ?? ""}</bdi> },
    {
      head: say("clients.role"),
      cell: (client) => say.code(`role.${roleIn([of], client)}`),
    },
  ];
  const changeColumn: Column<ClientOfPerson> = {
    head: say("change.do"),
    isAction: true,
    cell: (client) => (
      <button type="button" class="small" onClick={() => change(client)}>
        {say("change.do")}
        <span class="unseen"> {client.name}</span>
      </button>
    ),
  };
  return (
    <>
      <DataTable
        caption={say("nav.clients")}
        columns={may("updateClientAccount") ? [...columns, changeColumn] : columns}
        rows={clients}
        keyOf={({ account }) => account}
        empty={empty}
      />
      {changing && <ChangeClient of={changing} onClose={() => change(undefined)} />}
    </>
  );
}

type ChangeClientProps = { readonly of: ClientOfPerson; readonly onClose: () => void };

function ChangeClient({ of: { account, name, left_on }, onClose }: ChangeClientProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { reload } = usePeople();
  async function save(typed: FormData) {
    const body = { name: textIn(typed, "name"), left_on: textIn(typed, "left_on") || null };
    await client.updateClientAccount({ path: { organisation, account }, body });
    await reload();
    onClose();
  }
  return (
    <Dialog title={say("clients.change")} onClose={onClose}>
      <ActionForm button={say("change.save")} send={save}>
        <Field label={say("clients.name")}>
          <input name="name" required maxLength={200} autocomplete="off" defaultValue={name} />
        </Field>
        <Field label={say("clients.leftOn")} help={say("clients.leftHelp")} isOptional>
          <input name="left_on" type="date" defaultValue={left_on ?? ""} />
        </Field>
      </ActionForm>
    </Dialog>
  );
}

function NewClient() {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { reload } = usePeople();
  async function add(typed: FormData, form: HTMLFormElement) {
    const reference = textIn(typed, "reference");
    await client.createClientAccount({
      path: { organisation },
      body: { name: textIn(typed, "name"), ...(reference ? { reference } : {}) },
    });
    form.reset();
    await reload();
  }
  return (
    <Card title={say("clients.add")}>
      <ActionForm button={say("clients.addButton")} send={add}>
        <Field label={say("clients.name")}>
          <input name="name" required maxLength={200} autocomplete="off" />
        </Field>
        <Field label={say("clients.reference")} help={say("clients.referenceHelp")} isOptional>
          <input name="reference" maxLength={64} autocomplete="off" />
        </Field>
      </ActionForm>
    </Card>
  );
}

/** Makes clients from a spreadsheet. A file with a fault makes none. */
function ClientFile() {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { reload } = usePeople();
  const { busy, failure, run } = useAction();
  const [made, setMade] = useState<{ readonly created: number; readonly existing: number }>();
  const send = (file: File) =>
    run(async () => {
      setMade(undefined);
      const body = { csv: await textOfFile(file) };
      const { items } = await client.importClientAccounts({ path: { organisation }, body });
      const created = items.filter(({ status }) => status === "created").length;
      setMade({ created, existing: items.length - created });
      await reload();
    });
  return (
    <Card title={say("clients.file")}>
      <CsvFile
        label={say("clients.fileLabel")}
        help={say("clients.fileHelp")}
        busy={busy}
        onFile={send}
      />
      {made && <Notice level="good">{say("clients.fileDone", made)}</Notice>}
      <ActionFailure failure={failure} />
    </Card>
  );
}
