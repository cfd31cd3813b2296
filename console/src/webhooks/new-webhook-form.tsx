import type { WebhookRequest } from "../../../client/src/eu-vat-client.ts";
import { WEBHOOK_EVENTS } from "../../../shared/notifications/webhooks/event-types.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { EventChoice, eventsIn } from "./event-choice.tsx";
import type { FreshSecret } from "./fresh-secret.ts";

/** Asks for the URL of a receiver and its events. */
export function NewWebhookForm({ onMade }: { readonly onMade: (made: FreshSecret) => void }) {
  const { say } = useReader();
  const { client } = useSession();
  async function create(typed: FormData, form: HTMLFormElement) {
    onMade(await client.createWebhook({ body: webhookIn(typed) }));
    form.reset();
  }
  return (
    <ActionForm button={say("webhooks.add")} send={create}>
      <Field label={say("webhooks.url")}>
        <input name="url" type="url" required maxLength={2000} autocomplete="off" />
      </Field>
      <Field label={say("webhooks.description")} isOptional>
        <input name="description" maxLength={200} autocomplete="off" />
      </Field>
      <EventChoice chosen={[...WEBHOOK_EVENTS]} />
    </ActionForm>
  );
}

function webhookIn(typed: FormData): WebhookRequest {
  const description = textIn(typed, "description");
  return {
    url: textIn(typed, "url"),
    events: eventsIn(typed),
    ...(description ? { description } : {}),
  };
}
