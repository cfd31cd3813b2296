import { useState } from "preact/hooks";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
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
  const { busy, failure, run } = useAction();
  const [made, setMade] = useState<string>();
  const { id, kind, secret_set_at, previous_secret_until: until } = connection;
  const isMade = kind === "woocommerce";
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = String(new FormData(form).get("secret") ?? "").trim();
    run(async () => {
      const body = isMade ? {} : { secret: typed };
      const { secret } = await client.setConnectionSecret({ path: { id }, body });
      setMade(secret ?? undefined);
      form.reset();
      onChanged();
    });
  }
  return (
    <details open={isOpen}>
      <summary>{say(secret_set_at ? "connections.newSecret" : "connections.secret")}</summary>
      <form class="import-fields" onSubmit={submit}>
        <p>{say.code(`secret.${kind}`)}</p>
        {until && <p>{say("webhooks.formerUntil", { instant: format.instant(until) })}</p>}
        {!isMade && (
          <Field label={say("connections.secretField")} failure={failure} name="secret">
            <input name="secret" required minLength={8} maxLength={200} autocomplete="off" />
          </Field>
        )}
        <p>
          <button type="submit" disabled={busy}>
            {say(isMade ? "connections.makeSecret" : "settings.save")}
          </button>
        </p>
        {made && (
          <Notice level="good">
            <p>{say("connections.madeSecret")}</p>
            <p class="row">
              <code class="lines">{made}</code> <CopyButton text={made} />
            </p>
          </Notice>
        )}
        <ActionFailure failure={failure} atFields={["secret"]} />
      </form>
    </details>
  );
}
