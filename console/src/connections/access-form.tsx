import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type AccessFormProps = { readonly connection: Connection; readonly onChanged: () => void };

/** The parts of the access that each kind of shop has; every one has a secret part. */
const PARTS = {
  woocommerce: ["address", "key"],
  shopify: ["address", "key"],
  stripe: [],
} as const satisfies Record<Connection["kind"], readonly string[]>;

/** Asks for the keys with which the shop is asked for its orders. They are not shown again. */
export function AccessForm({ connection, onChanged }: AccessFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { id, kind, access } = connection;
  const parts = [...PARTS[kind], "secret"] as const;
  async function give(typed: FormData, form: HTMLFormElement) {
    const given = Object.fromEntries(parts.map((part) => [part, textIn(typed, part)]));
    await client.setConnectionAccess({
      path: { id },
      body: { ...given, secret: textIn(typed, "secret") },
    });
    form.reset();
    onChanged();
  }
  return (
    <details open={access?.fault?.code === "pull_rejected"}>
      <summary>{say(access ? "connections.newAccess" : "connections.access")}</summary>
      <ActionForm class="import-fields" button={say("connections.saveAccess")} look="" send={give}>
        <p>{say.code(`access.${kind}`)}</p>
        {parts.map((part) => (
          <Field key={part} label={say.code(`access.${part}.${kind}`)}>
            <input name={part} required maxLength={200} autocomplete="off" spellcheck={false} />
          </Field>
        ))}
      </ActionForm>
    </details>
  );
}
