import { useState } from "preact/hooks";
import type { ConnectionRequest } from "../../../client/src/eu-vat-client.ts";
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  FORMAT_OF_KIND,
} from "../../../shared/shops/connections/kinds.ts";
import { filledIn } from "../filing/form-fields.ts";
import { SettingFields } from "../imports/setting-fields.tsx";
import { SourceField } from "../imports/source-field.tsx";
import { settingFields } from "../imports/wanted-import.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { Known } from "./load-connections.ts";

type NewConnectionFormProps = { readonly known: Known; readonly onMade: (id: string) => void };

type Format = Known["formats"][number];

/** Asks for the kind of shop, its name, and what its orders do not say. */
export function NewConnectionForm({ known, onMade }: NewConnectionFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [kind, setKind] = useState<ConnectionKind>("woocommerce");
  const [source, setSource] = useState("");
  const format = known.formats.find((format) => format.format === FORMAT_OF_KIND[kind]);
  async function connect(typed: FormData) {
    const { id } = await client.createConnection({ body: wantedConnection(typed, kind, format) });
    setSource("");
    onMade(id);
  }
  return (
    <ActionForm class="import-fields" button={say("connections.add")} send={connect}>
      <Field label={say("connections.kind")}>
        <Choice
          name="kind"
          value={kind}
          options={CONNECTION_KINDS.map((name) => [name, say.code(`shop.${name}`)])}
          onChoose={(chosen = kind) => setKind(chosen)}
        />
      </Field>
      <SourceField value={source} known={known.sources} onChange={setSource} />
      {format && (
        <SettingFields key={format.format} format={format} remembered={{}} seat={known.seat} />
      )}
      <EditChoice />
    </ActionForm>
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

const wantedConnection = (
  data: FormData,
  kind: ConnectionKind,
  format: Format | undefined,
): ConnectionRequest => ({
  kind,
  source_id: textIn(data, "source_id"),
  settings: format ? filledIn(data, "settings", settingFields(format)) : {},
  on_edit: data.get("on_edit") === "ask" ? "ask" : "adjust",
});
