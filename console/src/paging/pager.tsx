import { useReader } from "../session/console-context.ts";
import type { Cursors } from "./use-cursors.ts";

type PagerProps = {
  /** The subject of the list, for screen readers. */
  readonly of: string;
  readonly cursors: Cursors;
  /** The cursor of the next page. */
  readonly next: string | null;
};

/** Displays buttons for the previous and the next page; nothing for a single page. */
export function Pager({ of, cursors: { number, next: goOn, earlier }, next }: PagerProps) {
  const { say, format } = useReader();
  if (!earlier && next === null) return null;
  return (
    <nav class="pager" aria-label={say("pager.label", { of })}>
      <button type="button" disabled={!earlier} onClick={() => earlier?.()}>
        {say("pager.earlier")}
      </button>
      <span role="status">{say("pager.page", { number: format.count(number) })}</span>
      <button type="button" disabled={next === null} onClick={() => next && goOn(next)}>
        {say("pager.next")}
      </button>
    </nav>
  );
}
