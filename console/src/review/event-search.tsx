import { useState } from "preact/hooks";
import { EventDialog } from "../events/event-dialog.tsx";
import { useReader } from "../session/console-context.ts";

/** Asks for the ID of an event, and opens that event, whatever its state. */
export function EventSearch() {
  const { say } = useReader();
  const [found, open] = useState<string>();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget as HTMLFormElement).get("event")).trim();
    if (id !== "") open(id);
  }
  return (
    <search>
      <form class="row search" onSubmit={submit}>
        <label class="field">
          <span>{say("review.search")}</span>
          <input name="event" required maxLength={128} autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">{say("review.find")}</button>
      </form>
      {found && <EventDialog id={found} onClose={() => open(undefined)} />}
    </search>
  );
}
