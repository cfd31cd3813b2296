import { useState } from "preact/hooks";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type SecretFormProps = {
  readonly connection: Connection;
  readonly isOpen: boolean;
  readonly onChanged: () => void;
};

/** Sets the secret that signs the shop's messages: one is made for WooCommerce; the others show theirs. */
export function SecretForm({ connection, isOpen, onChanged }: SecretFormProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const [made, setMade] = useState<string>();
  const { id, kind, secret_set_at, previous_secret_until: until } = connection;
  const isMade = kind === "woocommerce";
  async function set(typed: FormData, form: HTMLFormElement) {
    const body = isMade ? {} : { secret: textIn(typed, "secret") };
    const { secret } = await client.setConnectionSecret({ path: { id }, body });
    setMade(secret ?? undefined);
    form.reset();
    onChanged();
  }
  return (
    <details open={isOpen}>
      <summary>{say(secret_set_at ? "connections.newSecret" : "connections.secret")}</summary>
      <ActionForm
        class="import-fields"
        button={say(isMade ? "connections.makeSecret" : "settings.save")}
        look=""
        send={set}
        outcome={made && <ShownOnce lead={say("connections.madeSecret")} secret={made} />}
      >
        <p>{say.code(`secret.${kind}`)}</p>
        {until && <p>{say("webhooks.formerUntil", { instant: format.instant(until) })}</p>}
        {!isMade && (
          <Field label={say("connections.secretField")}>
            <input name="secret" required minLength={8} maxLength={200} autocomplete="off" />
          </Field>
        )}
      </ActionForm>
    </details>
  );
}
