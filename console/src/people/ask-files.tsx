import { useState } from "preact/hooks";
import type {
  BoardRow,
  CreatedUploadLink,
  UploadLinkRequest,
  VatClient,
} from "../../../client/src/eu-vat-client.ts";
import { includes } from "../../../shared/accounts/people/role-order.ts";
import { saveFile } from "../downloads/save.ts";
import { csvOf } from "../downloads/table-csv.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { LANGUAGES, type Language } from "../texts/say.ts";
import { usePeople } from "./people-context.ts";

/** Returns the chosen returns whose clients can be asked for files: one of each client and period. */
export function toAsk(rows: readonly BoardRow[]): BoardRow[] {
  const open = rows.filter(
    ({ state, role }) => (state === "open" || state === "running") && includes(role, "preparer"),
  );
  return [
    ...new Map(open.map((row) => [`${row.account} ${row.period_key}`, row] as const)).values(),
  ];
}

type Asked = { readonly row: BoardRow; readonly link: CreatedUploadLink | undefined };

type AskFilesProps = {
  readonly rows: readonly BoardRow[];
  readonly onClose: () => void;
};

/** Asks the clients of the chosen returns for files: a link for each, and all links in one spreadsheet. */
export function AskFiles({ rows, onClose }: AskFilesProps) {
  const { say } = useReader();
  const { person } = usePeople();
  const [asked, setAsked] = useState<readonly Asked[]>();
  const returns = toAsk(rows);
  async function ask(typed: FormData) {
    const days = Number(textIn(typed, "days"));
    const language = textIn(typed, "language") as Language;
    const request = { source_id: textIn(typed, "source_id"), days, language };
    const all: Asked[] = [];
    // One by one: a client whose link cannot be made keeps no other from being asked.
    for (const row of returns) {
      const body = { ...request, period_key: row.period_key };
      const link = await linkOf(person.clientOf(row.account), body).catch(() => undefined);
      all.push({ row, link });
    }
    setAsked(all);
  }
  return (
    <Dialog title={say("ask.many")} onClose={onClose}>
      {asked ? (
        <Made asked={asked} />
      ) : (
        <ActionForm button={say.many("ask.manyButton", returns.length)} send={ask}>
          <p class="muted">{say("ask.manyLead")}</p>
          <Field label={say("imports.sourceTag")} help={say("ask.manySourceHelp")}>
            <input
              name="source_id"
              required
              maxLength={100}
              pattern="[A-Za-z0-9_\-\/]{1,100}"
              defaultValue="shop"
              autocomplete="off"
            />
          </Field>
          <Field label={say("ask.days")} width="narrow">
            <input name="days" type="number" required min={1} max={30} defaultValue="14" />
          </Field>
          <Field label={say("language.label")} width="narrow">
            <Choice
              name="language"
              start={say.language}
              options={LANGUAGES.map((language) => [language, say(`language.${language}`)])}
            />
          </Field>
        </ActionForm>
      )}
    </Dialog>
  );
}

/** Makes the link of a client, for the shop of its last import if there is one. */
async function linkOf(client: VatClient, { source_id, ...asked }: AskedOfEach) {
  const [last] = (await client.listImports({ query: { limit: 1 } })).items;
  const body = { ...asked, source_id: last?.source_id ?? source_id } as UploadLinkRequest;
  return client.createUploadLink({ body });
}

type AskedOfEach = Pick<UploadLinkRequest, "source_id" | "days" | "language"> &
  Pick<BoardRow, "period_key">;

/** Says how many links were made, and offers the spreadsheet with them, which is made once. */
function Made({ asked }: { readonly asked: readonly Asked[] }) {
  const { say } = useReader();
  const made = asked.filter(({ link }) => link !== undefined);
  const failed = asked.filter(({ link }) => link === undefined);
  const save = () => saveFile(csvOf(sheetOf(made), say.locale), "links.csv");
  return (
    <>
      <Notice level={failed.length > 0 ? "warn" : "good"}>
        <p>{say.many("ask.manyMade", made.length)}</p>
        {failed.length > 0 && (
          <p>
            {say("ask.manyFailed", {
              clients: failed.map(({ row }) => row.client_name).join(", "),
            })}
          </p>
        )}
      </Notice>
      <p>
        <button type="button" class="primary" disabled={made.length === 0} onClick={save}>
          {say("ask.manySave")}
        </button>
      </p>
    </>
  );
}

/** Returns the cells of a spreadsheet from which a program for mails writes to each client. */
function sheetOf(asked: readonly Asked[]) {
  const head = ["client", "reference", "period", "link", "valid_until", "subject", "text"];
  const lines = asked.flatMap(({ row: { client_name, client_reference, period_key }, link }) =>
    link
      ? [
          [
            ...[client_name, client_reference ?? "", period_key],
            ...[link.link, link.ends_at, link.message.subject, link.message.text],
          ],
        ]
      : [],
  );
  return [head, ...lines].map((cells) => cells.map((text) => ({ text, isFigure: false })));
}
