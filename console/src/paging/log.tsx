import type { ComponentChildren } from "preact";
import { usePolling } from "../loading/use-polling.ts";
import { useReader } from "../session/console-context.ts";
import type { ListPage } from "./full-page.ts";
import { Paged } from "./paged.tsx";
import type { Pages } from "./use-pages.ts";

type LogProps<Item> = {
  readonly name: string;
  readonly of: Pages<ListPage<Item>>;
  readonly empty: string;
  /** True for an entry that changes by itself, for which the log is loaded again. */
  readonly isUnderWay?: (item: Item) => boolean;
  readonly children: (item: Item) => ComponentChildren;
};

/** Lists entries page by page, below a button that loads them again. */
export function Log<Item>({ name, of, empty, isUnderWay, children }: LogProps<Item>) {
  const { say } = useReader();
  const isReady = of.state === "ready";
  usePolling(isReady && isUnderWay !== undefined && of.value.items.some(isUnderWay), of.again);
  return (
    <>
      <p>
        <button type="button" disabled={!isReady} onClick={of.again}>
          {say("records.refresh")}
        </button>
      </p>
      <Paged name={name} of={of}>
        {({ items }) => (items.length > 0 ? items.map(children) : <p class="muted">{empty}</p>)}
      </Paged>
    </>
  );
}
