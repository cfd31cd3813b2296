import type { WebhookRequest } from "../../../client/src/eu-vat-client.ts";
import { WEBHOOK_EVENTS } from "../../../shared/notifications/webhooks/event-types.ts";
import { useReader } from "../session/console-context.ts";

type EventChoiceProps = { readonly chosen: WebhookRequest["events"] };

/** Displays the choice of a webhook's events. */
export function EventChoice({ chosen }: EventChoiceProps) {
  const { say } = useReader();
  return (
    <fieldset>
      <legend>{say("webhooks.events")}</legend>
      {WEBHOOK_EVENTS.map((name) => (
        <div key={name}>
          <label>
            <input
              type="checkbox"
              name="events"
              value={name}
              defaultChecked={chosen.includes(name)}
            />{" "}
            {say.code(`event.${name}`)}
          </label>
        </div>
      ))}
    </fieldset>
  );
}

export const eventsIn = (typed: FormData): WebhookRequest["events"] =>
  WEBHOOK_EVENTS.filter((name) => typed.getAll("events").includes(name));
