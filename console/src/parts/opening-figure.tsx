import { useReader } from "../session/console-context.ts";

type OpeningFigureProps = {
  /** What the figure is of: a screen reader reads it out of its table. */
  readonly title: string;
  readonly children: string;
  readonly onOpen: () => void;
};

/** Displays a figure that opens its source events. */
export function OpeningFigure({ title, children, onOpen }: OpeningFigureProps) {
  const { say } = useReader();
  return (
    <button
      type="button"
      class="opens"
      aria-label={`${title}: ${children}, ${say("events.show")}`}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
