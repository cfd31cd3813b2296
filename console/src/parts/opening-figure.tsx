import { useReader } from "../session/console-context.ts";

type OpeningFigureProps = { readonly children: string; readonly onOpen: () => void };

/** Displays a figure that opens its source events. */
export function OpeningFigure({ children, onOpen }: OpeningFigureProps) {
  const { say } = useReader();
  return (
    <button type="button" class="opens" onClick={onOpen}>
      {children}
      <span class="unseen"> {say("events.show")}</span>
    </button>
  );
}
