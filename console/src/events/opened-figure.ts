import type { SourceEvents } from "./source-events.ts";

/** One of the amounts that a figure adds up, with its source events. */
export type FigurePart = { readonly heading: string; readonly sourceEvents: SourceEvents };

/** A figure whose source events are shown: what it is, and how much. */
export type OpenedFigure = {
  /** The subject of the figure, such as "Germany, 19% standard". */
  readonly title: string;
  /** The figure itself as it is shown, such as "595.08". */
  readonly figure?: string | undefined;
} & ({ readonly sourceEvents: SourceEvents } | { readonly parts: readonly FigurePart[] });
