import { useState } from "preact/hooks";

/** The position in a long list: the cursor of the displayed page, and functions to move. */
export type Cursors = {
  readonly cursor: string | null;
  /** The number of the page, from 1. */
  readonly number: number;
  readonly next: (cursor: string) => void;
  readonly earlier: (() => void) | undefined;
};

/** Remembers the cursors of previous pages, because the API only pages forward. */
export function useCursors(): Cursors {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return {
    cursor: cursors.at(-1) ?? null,
    number: cursors.length,
    next: (cursor) => setCursors([...cursors, cursor]),
    earlier: cursors.length > 1 ? () => setCursors(cursors.slice(0, -1)) : undefined,
  };
}
