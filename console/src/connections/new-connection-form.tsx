import { useState } from "preact/hooks";
import type { NewConnection } from "../../../client/src/eu-vat-client.ts";
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  FORMAT_OF_KIND,
} from "../../../shared/shops/connections/kinds.ts";
import { filledIn } from "../filing/form-fields.ts";
import { SettingFields } from "../imports/setting-fields.tsx";
import { SourceField } from "../imports/source-field.tsx";
import { settingFields } from "../imports/wanted-import.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { Known } from "./load-connections.ts";

type NewConnectionFormProps = { readonly known: Known; readonly onMade: (id: string) => void };

type Format = Known["formats"][number];

/** Asks for the kind of shop, its name, and what its orders do not say. */
export function NewConnectionForm({ known, onMade }: NewConnectionFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [kind, setKind] = useState<ConnectionKind>("woocommerce");
  const [source, setSource] = useState("");
  const format = known.formats.find((format) => format.format === FORMAT_OF_KIND[kind]);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    run(async () => {
      const { id } = await client.createConnection({ body: wantedConnection(data, kind, format) });
      setSource("");
      onMade(id);
    });
  }
  return (
    <form class="import-fields" onSubmit={submit}>
      <Field label={say("connections.kind")}>
        <select
          name="kind"
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(
              CONNECTION_KINDS.find((connectionKind) => connectionKind === value) ?? "woocommerce",
            )
          }
        >
          {CONNECTION_KINDS.map((connectionKind) => (
            <option key={connectionKind} value={connectionKind}>
              {say.code(`shop.${connectionKind}`)}
            </option>
          ))}
        </select>
      </Field>
      <SourceField value={source} known={known.sources} onChange={setSource} failure={failure} />
      {format && (
        <SettingFields
          key={format.format}
          format={format}
          remembered={{}}
          seat={known.seat}
          failure={failure}
        />
      )}
      <EditChoice />
      <p>
        <button type="submit" class="primary" disabled={busy}>
          {say("connections.add")}
        </button>
      </p>
      <ActionFailure failure={failure} atFields={fieldsOf(format)} />
    </form>
  );
}

/** Asks what becomes of orders that are edited in the shop. */
function EditChoice() {
  const { say } = useReader();
  return (
    <Field label={say("connections.onEdit")} help={say("connections.onEdit.help")}>
      <select name="on_edit">
        <option value="adjust">{say("connections.adjust")}</option>
        <option value="ask">{say("connections.ask")}</option>
      </select>
    </Field>
  );
}

const fieldsOf = (format: Format | undefined): string[] => [
  "source_id",
  ...(format ? settingFields(format).map(({ name }) => name) : []),
];

const wantedConnection = (
  data: FormData,
  kind: ConnectionKind,
  format: Format | undefined,
): NewConnection => ({
  kind,
  source_id: String(data.get("source_id") ?? "").trim(),
  settings: format ? filledIn(data, "settings", settingFields(format)) : {},
  on_edit: data.get("on_edit") === "ask" ? "ask" : "adjust",
});
