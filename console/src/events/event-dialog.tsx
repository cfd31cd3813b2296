import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../session/console-context.ts";
import { EventDetail } from "./event-detail.tsx";

/** Displays one event in a drawer; from a refund to its sale and back. */
export function EventDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { say } = useReader();
  const [shown, show] = useState(id);
  return (
    <Dialog title={say("event.title")} onClose={onClose} isDrawer>
      <EventDetail id={shown} onBack={() => (shown === id ? onClose() : show(id))} onOpen={show} />
    </Dialog>
  );
}
