import { useReader } from "../session/console-context.ts";
import type { Cursors } from "./use-cursors.ts";

type PagerProps = {
  /** What the pages are of, for who does not see it. */
  readonly of: string;
  readonly cursors: Cursors;
  /** Of the page after this one. */
  readonly next: string | null;
};

/** The ways to the page before and the one after; nothing where there is one page alone. */
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
