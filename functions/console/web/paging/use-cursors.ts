import { useState } from "preact/hooks";

/** Where somebody is in a long list: the cursor of the page that is shown, and the ways from it. */
export type Cursors = {
  readonly cursor: string | null;
  /** From 1. */
  readonly number: number;
  readonly next: (cursor: string) => void;
  readonly earlier: (() => void) | undefined;
};

/** Keeps the cursors of the pages before: the API itself goes forward alone. */
export function useCursors(): Cursors {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return {
    cursor: cursors.at(-1) ?? null,
    number: cursors.length,
    next: (cursor) => setCursors([...cursors, cursor]),
    earlier: cursors.length > 1 ? () => setCursors(cursors.slice(0, -1)) : undefined,
  };
}
