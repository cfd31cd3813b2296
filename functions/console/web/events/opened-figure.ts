import type { EventsBehind } from "./events-behind.ts";

/** A figure whose source events are shown: what it is, and how much. */
export type OpenedFigure = {
  readonly behind: EventsBehind;
  /** The subject of the figure, such as "Germany, 19% standard". */
  readonly title: string;
  /** The figure itself as it is shown, such as "595.08". */
  readonly figure?: string | undefined;
};
