import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
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
  const { busy, failure, run } = useAction();
  const { id, kind, access } = connection;
  const parts = [...PARTS[kind], "secret"] as const;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const typed = (name: string) => String(data.get(name) ?? "").trim();
    run(async () => {
      const given = Object.fromEntries(parts.map((part) => [part, typed(part)]));
      await client.setConnectionAccess({
        path: { id },
        body: { ...given, secret: typed("secret") },
      });
      form.reset();
      onChanged();
    });
  }
  return (
    <details open={access?.fault?.code === "pull_rejected"}>
      <summary>{say(access ? "connections.newAccess" : "connections.access")}</summary>
      <form class="import-fields" onSubmit={submit}>
        <p>{say.code(`access.${kind}`)}</p>
        {parts.map((part) => (
          <Field
            key={part}
            label={say.code(`access.${part}.${kind}`)}
            failure={failure}
            name={part}
          >
            <input name={part} required maxLength={200} autocomplete="off" spellcheck={false} />
          </Field>
        ))}
        <p>
          <button type="submit" disabled={busy}>
            {say("connections.saveAccess")}
          </button>
        </p>
        <ActionFailure failure={failure} atFields={parts} />
      </form>
    </details>
  );
}
