import type { FigurePart } from "../events/opened-figure.ts";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { useReader } from "../session/console-context.ts";
import { type Asked, partsOfFigure } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";

type ReturnFigureProps = Pick<PartProps, "onOpen"> & {
  /** What the figure is of, with its column: "Austria, VAT, EUR". */
  readonly title: string;
  readonly children: string;
  readonly parts: readonly FigurePart[];
  readonly note?: string | undefined;
};

/** Displays a figure that opens the events that it adds up; one without events is text. */
export function ReturnFigure({ title, children, parts, note, onOpen }: ReturnFigureProps) {
  if (parts.length === 0) return <>{children}</>;
  return (
    <OpeningFigure title={title} onOpen={() => onOpen({ title, figure: children, note, parts })}>
      {children}
    </OpeningFigure>
  );
}

/** Returns what displays a figure of the return, which opens the amounts that it adds up; without them it is text. */
export function useFigure(props: Pick<PartProps, "facts" | "identity" | "onOpen">) {
  const reader = useReader();
  return (text: string, title: string, asked: Asked | undefined, note?: string) => (
    <ReturnFigure
      onOpen={props.onOpen}
      title={title}
      note={note}
      parts={asked ? partsOfFigure(props, reader, asked) : []}
    >
      {text}
    </ReturnFigure>
  );
}
