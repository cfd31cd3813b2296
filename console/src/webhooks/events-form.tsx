import type { NewWebhook } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { EventChoice, eventsIn } from "./event-choice.tsx";

type Events = NewWebhook["events"];

type EventsFormProps = { readonly chosen: Events; readonly save: (events: Events) => void };

export function EventsForm({ chosen, save }: EventsFormProps) {
  const { say } = useReader();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    save(eventsIn(new FormData(event.currentTarget as HTMLFormElement)));
  }
  return (
    <form class="stack" onSubmit={submit}>
      <EventChoice chosen={chosen} />
      <p>
        <button type="submit" class="primary">
          {say("settings.save")}
        </button>
      </p>
    </form>
  );
}
