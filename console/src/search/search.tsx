import { useContext, useEffect, useState } from "preact/hooks";
import { EventDialog } from "../events/event-dialog.tsx";
import { PeopleContext } from "../people/people-context.ts";
import { addressOf } from "../shell/page.ts";
import type { Target } from "./found.ts";
import { Palette } from "./palette.tsx";

type SearchProps = {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
};

/** Displays the search where it was asked for, and the event that it found. Ctrl K, ⌘ K and / open it everywhere. */
export function Search({ isOpen, onOpen, onClose }: SearchProps) {
  const people = useContext(PeopleContext);
  const [event, openEvent] = useState<string>();
  useShortcuts(onOpen);
  function choose(to: Target) {
    if ("page" in to) location.hash = addressOf(to.page);
    else if ("client" in to) people?.open(to.client);
    else openEvent(to.event);
  }
  return (
    <>
      {isOpen && <Palette onChoose={choose} onClose={onClose} />}
      {event && <EventDialog id={event} onClose={() => openEvent(undefined)} />}
    </>
  );
}

/** Elements in which a stroke is a letter. */
const TYPED_IN = "input, textarea, select, [contenteditable]";

function useShortcuts(onOpen: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      const isTyping = target instanceof Element && target.matches(TYPED_IN);
      const isPalette = key.toLowerCase() === "k" && (ctrlKey || metaKey);
      if (!isPalette && (key !== "/" || isTyping || ctrlKey || metaKey)) return;
      // A window over the page wants an answer first.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      onOpen();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [onOpen]);
}
