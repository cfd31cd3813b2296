import { useState } from "preact/hooks";
import type {
  CreatedUploadLink,
  UploadLink,
  UploadLinkRequest,
} from "../../../client/src/eu-vat-client.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Field } from "../parts/field.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { previousQuarter } from "./previous-quarter.ts";

/** Links per page. */
const LISTED = 20;

/** Makes links by which a client sends files, and lists what was asked for and received. */
export function AskCard() {
  const { say } = useReader();
  const { client, may } = useSession();
  const links = usePages(
    "upload links",
    (query, signal) => client.listUploadLinks({ query }, { signal }),
    LISTED,
  );
  const [isAsking, ask] = useState(false);
  return (
    <Card
      title={say("ask.title")}
      aside={
        may("createUploadLink") &&
        !isAsking && (
          <button type="button" onClick={() => ask(true)}>
            {say("ask.open")}
          </button>
        )
      }
    >
      {isAsking && <AskForm onMade={links.again} />}
      <Paged name={say("ask.title")} of={links}>
        {({ items }) => <LinkTable links={items} onChanged={links.again} />}
      </Paged>
    </Card>
  );
}

function AskForm({ onMade }: { readonly onMade: () => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const [made, setMade] = useState<CreatedUploadLink>();
  async function make(typed: FormData) {
    setMade(undefined);
    const body = {
      source_id: textIn(typed, "source_id"),
      period_key: textIn(typed, "period_key"),
      days: Number(textIn(typed, "days")),
      language: say.language,
    } as UploadLinkRequest;
    setMade(await client.createUploadLink({ body }));
    onMade();
  }
  return (
    <>
      {made && <Made link={made} />}
      <ActionForm button={say("ask.button")} look="" send={make}>
        <Field label={say("imports.sourceTag")} help={say("ask.sourceHelp")}>
          <input
            name="source_id"
            required
            maxLength={100}
            pattern="[A-Za-z0-9_\-\/]{1,100}"
            autocomplete="off"
          />
        </Field>
        <Field label={say("ask.period")} help={say("ask.periodHelp")} width="narrow">
          <input
            name="period_key"
            required
            pattern="\d{4}-(Q[1-4]|\d\d)"
            defaultValue={previousQuarter(new Date())}
          />
        </Field>
        <Field label={say("ask.days")} width="narrow">
          <input name="days" type="number" required min={1} max={30} defaultValue="14" />
        </Field>
      </ActionForm>
    </>
  );
}

/** Displays the new link once, and opens a mail of the reader's own with it. */
function Made({ link: { link, message } }: { readonly link: CreatedUploadLink }) {
  const { say } = useReader();
  const mail = `mailto:?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.text)}`;
  return (
    <ShownOnce lead={say("ask.made")} secret={link}>
      <a class="button" href={mail}>
        {say("ask.mail")}
      </a>
    </ShownOnce>
  );
}

type LinkTableProps = { readonly links: readonly UploadLink[]; readonly onChanged: () => void };

function LinkTable({ links, onChanged }: LinkTableProps) {
  const { say, format } = useReader();
  const columns: Column<UploadLink>[] = [
    {
      head: say("imports.source"),
      cell: ({ source_id, period_key }) => (
        <>
          <bdi>{source_id}</bdi> · {format.period(period_key)}
        </>
      ),
    },
    { head: say("ask.received"), cell: (link) => <ReceivedFiles of={link} /> },
    {
      head: say("due.state"),
      cell: ({ status, ends_at }) =>
        `${say(`ask.status.${status}`)}, ${say("ask.until", { instant: format.instant(ends_at) })}`,
    },
    {
      head: say("ask.revoke"),
      isAction: true,
      cell: (link) => <RevokeButton link={link} onRevoked={onChanged} />,
    },
  ];
  return (
    <DataTable
      caption={say("ask.title")}
      columns={columns}
      rows={links}
      keyOf={({ id }) => id}
      empty={say("ask.none")}
    />
  );
}

function ReceivedFiles({ of: { files, max_files, received_files } }: { readonly of: UploadLink }) {
  const { say } = useReader();
  return (
    <>
      {say("ask.count", { received: `${received_files}`, most: `${max_files}` })}
      {files.map(({ import_id, file_name, received_at }) => (
        <div key={import_id}>
          {received_at === null ? (
            <bdi class="muted">{file_name}</bdi>
          ) : (
            <a href={addressOf({ name: "imports", id: import_id })}>
              <bdi>{file_name}</bdi>
            </a>
          )}
        </div>
      ))}
    </>
  );
}

type RevokeButtonProps = { readonly link: UploadLink; readonly onRevoked: () => void };

function RevokeButton({ link: { id, status }, onRevoked }: RevokeButtonProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  if (status !== "open" || !may("revokeUploadLink")) return null;
  const revoke = async () => {
    await client.revokeUploadLink({ path: { id } });
    onRevoked();
  };
  return <ActionButton act={revoke}>{say("ask.revoke")}</ActionButton>;
}
