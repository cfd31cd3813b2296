import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { refusalText } from "../loading/refusal-text.ts";
import { type Loading, useLoad } from "../loading/use-load.ts";
import { PeopleContext } from "../people/people-context.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { findEvents } from "./find-events.ts";
import { type Found, firstOfEach, type Target } from "./found.ts";
import { optionId, Results } from "./results.tsx";
import { useKnownPlaces } from "./search-places.ts";

type PaletteProps = {
  readonly onChoose: (to: Target) => void;
  readonly onClose: () => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Displays the search over everything: a field, and what it finds while one types. */
export function Palette({ onChoose, onClose }: PaletteProps) {
  const { say } = useReader();
  const placeholder = usePlaceholder();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, ask] = useState("");
  const { found, status } = useFound(asked.trim());
  function choose({ to }: Found) {
    dialog.current?.close();
    onChoose(to);
  }
  const { at, onKeyDown } = useChoice({ asked, found, choose });
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => document.getElementById(optionId(id, at))?.scrollIntoView({ block: "nearest" }));
  return (
    <dialog ref={dialog} class="palette" aria-label={say("search.label")} onClose={onClose}>
      <search>
        <input
          type="text"
          role="combobox"
          aria-label={say("search.label")}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? optionId(id, at) : undefined}
          placeholder={say(placeholder)}
          maxLength={128}
          autocomplete="off"
          spellcheck={false}
          value={asked}
          onInput={({ currentTarget: { value } }) => ask(value)}
          onKeyDown={onKeyDown}
        />
      </search>
      <Results id={id} found={found} at={at} onChoose={choose} />
      <p class="muted small" role="status">
        {status}
      </p>
    </dialog>
  );
}

type Choosing = {
  readonly asked: string;
  readonly found: readonly Found[];
  readonly choose: (found: Found) => void;
};

/** Manages which result Enter opens: of each new question the first one, until an arrow key chooses another. */
function useChoice({ asked, found, choose }: Choosing) {
  const [moved, move] = useState({ asked, to: 0 });
  const at = moved.asked === asked ? Math.min(moved.to, Math.max(0, found.length - 1)) : 0;
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const chosen = found[at];
    if (!chosen || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) choose(chosen);
    else move({ asked, to: (at + step + found.length) % found.length });
  }
  return { at, onKeyDown };
}

/** Returns the text that says what can be typed. */
function usePlaceholder() {
  const { account } = useSession();
  const people = useContext(PeopleContext);
  if (account === "") return "search.whatOfPractice";
  return people ? "search.whatOfPerson" : "search.what";
}

/** Finds what a text names: at once what the console knows, and then the events that the service knows. */
function useFound(asked: string) {
  const words = useReader();
  const { client, account, may } = useSession();
  const places = useKnownPlaces();
  const asksService = asked !== "" && account !== "" && may("listSupplyEvents");
  const events = useLoad<readonly Found[]>(`search ${account} ${asked}`, async (signal) =>
    asksService ? findEvents(client, asked, { ...words, signal }) : [],
  );
  const first = firstOfEach([
    ...(asked === "" ? [] : places(asked)),
    ...(events.state === "ready" ? events.value : []),
  ]);
  return { found: first.found, status: statusOf(events, asked === "" ? undefined : first, words) };
}

function statusOf(
  events: Loading<readonly Found[]>,
  first: ReturnType<typeof firstOfEach> | undefined,
  { say }: ReturnType<typeof useReader>,
): string {
  if (first === undefined) return say("search.keys");
  if (events.state === "loading") return say("search.asking");
  if (events.state === "failed") return refusalText(events.failure, say);
  const { length } = first.found;
  if (length === 0) return say("search.nothing");
  return say.many(first.isCut ? "search.first" : "search.found", length);
}
