import type { NewWebhook } from "../../../client/src/eu-vat-client.ts";
import { WEBHOOK_EVENTS } from "../../../shared/notifications/webhooks/event-types.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { EventChoice, eventsIn } from "./event-choice.tsx";
import type { FreshSecret } from "./fresh-secret.ts";

/** Asks for the URL of a receiver and its events. */
export function NewWebhookForm({ onMade }: { readonly onMade: (made: FreshSecret) => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const body = webhookIn(new FormData(form));
    run(async () => {
      onMade(await client.createWebhook({ body }));
      form.reset();
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>{say("webhooks.url")}</span>
        <input name="url" type="url" required maxLength={2000} autocomplete="off" />
      </label>
      <label class="field">
        <span>{say("form.optional", { label: say("webhooks.description") })}</span>
        <input name="description" maxLength={200} autocomplete="off" />
      </label>
      <EventChoice chosen={[...WEBHOOK_EVENTS]} />
      <p>
        <button type="submit" class="primary" disabled={busy}>
          {say("webhooks.add")}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </form>
  );
}

function webhookIn(typed: FormData): NewWebhook {
  const description = String(typed.get("description") ?? "").trim();
  return {
    url: String(typed.get("url") ?? "").trim(),
    events: eventsIn(typed),
    ...(description ? { description } : {}),
  };
}
