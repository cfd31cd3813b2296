import { useReader } from "../session/console-context.ts";

type OpeningFigureProps = { readonly children: string; readonly onOpen: () => void };

/** A figure that opens the events behind it. */
export function OpeningFigure({ children, onOpen }: OpeningFigureProps) {
  const { say } = useReader();
  return (
    <button type="button" class="opens" onClick={onOpen}>
      {children}
      <span class="unseen"> {say("events.show")}</span>
    </button>
  );
}
