import { useEffect, useState } from "preact/hooks";
import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { periodNamed } from "../../../shared/core/calendar/dates.ts";
import { EnterSale } from "../entries/enter-sale.tsx";
import { EventDialog } from "../events/event-dialog.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useOverview, useOverviewAgain } from "../overview/overview-context.ts";
import type { ListPage } from "../paging/full-page.ts";
import { Pager } from "../paging/pager.tsx";
import type { Cursors } from "../paging/use-cursors.ts";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { ReviewPlace } from "../shell/page.ts";
import { type Decided, decide } from "./decide.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionOutcome } from "./decision-outcome.tsx";
import { openCounts } from "./load-counts.ts";
import { firstKind, kindNamed, loadReview, type ReviewQuery } from "./load-review.ts";
import { ReviewFilter } from "./review-filter.tsx";
import { ReviewTable } from "./review-table.tsx";
import { useCounts } from "./use-counts.ts";

/** Displays events that need a decision. Decisions apply to one or several events, each with a note. */
export function ReviewPage({ kind, ...place }: ReviewPlace) {
  const { say } = useReader();
  const overview = useOverview();
  const named = kindNamed(kind);
  const period = periodNamed(place.period ?? "")?.key;
  const returns = overview.state === "ready" ? overview.value.returns : [];
  return (
    <>
      <PageTitle lead={say("review.lead")} actions={<EnterSale />}>
        {say("nav.review")}
      </PageTitle>
      {overview.state === "loading" && !named ? (
        <Loaded of={overview}>{() => null}</Loaded>
      ) : (
        <Review
          key={`${named} ${period}`}
          first={{ kind: named ?? firstKind(openCounts(returns)), period, source: undefined }}
          isNamed={named !== undefined}
        />
      )}
    </>
  );
}

type ReviewProps = {
  readonly first: ReviewQuery;
  /** True if the address names the kind, so that no other one is shown instead of an empty list. */
  readonly isNamed: boolean;
};

function Review({ first, isNamed }: ReviewProps) {
  const [query, setQuery] = useState(first);
  const [isChosen, choose] = useState(isNamed);
  const [listed, setListed] = useState<number>();
  const [decisions, setDecisions] = useState(0);
  const counts = useCounts(listed !== undefined, decisions);
  function change(next: ReviewQuery) {
    choose(true);
    setQuery(next);
  }
  useEffect(() => {
    // Findings that keep no return from being ready are counted once the list is there.
    if (listed === 0 && counts && !isChosen) change({ ...query, kind: firstKind(counts) });
  }, [listed, counts]);
  return (
    <div class="stack">
      <ReviewFilter query={query} onChange={change} counts={counts} />
      <Queue
        key={JSON.stringify(query)}
        query={query}
        onListed={setListed}
        onDecision={() => setDecisions(decisions + 1)}
      />
    </div>
  );
}

type QueueProps = {
  readonly query: ReviewQuery;
  /** Called with the number of events once the list is there. */
  readonly onListed: (count: number) => void;
  readonly onDecision: () => void;
};

function Queue({ query, onListed, onDecision }: QueueProps) {
  const { say } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const [last, setLast] = useState<Decided>();
  const page = usePages(`review ${JSON.stringify(query)}`, ({ cursor }, signal) =>
    loadReview(client, query, cursor, signal),
  );
  useEffect(() => {
    if (page.state !== "loading") onListed(page.state === "ready" ? page.value.items.length : 1);
  }, [page.state]);
  function onDecided(decided: Decided) {
    setLast(decided);
    onDecision();
    overviewAgain();
    page.again();
  }
  async function undo({ done }: Decided) {
    const note = say("review.undoNote");
    const back = { decision: "needs_review", note } as const;
    onDecided({ ...(await decide(client, done, back, () => undefined)), isUndone: true });
  }
  return (
    <Card title={say("events.title")}>
      {last && (
        <DecisionOutcome
          decided={last}
          // Only in this queue is it known how the events stood before.
          undo={last.canBeUndone && query.kind === "needs_review" ? () => undo(last) : undefined}
        />
      )}
      <Loaded of={page}>
        {(value) => <QueuePage page={value} onDecided={onDecided} cursors={page.cursors} />}
      </Loaded>
    </Card>
  );
}

type QueuePageProps = {
  readonly page: ListPage<SupplyEvent>;
  readonly onDecided: (decided: Decided) => void;
  readonly cursors: Cursors;
};

function QueuePage({ page: { items, next_cursor }, onDecided, cursors }: QueuePageProps) {
  const { say } = useReader();
  const { may } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState<string>();
  // Events that have left the queue are deselected.
  useEffect(() => setChosen((before) => stillThere(before, items)), [items]);
  return (
    <>
      <ReviewTable
        events={items}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={open}
        onDecided={onDecided}
      />
      <Pager of={say("events.title")} cursors={cursors} next={next_cursor} />
      {may("classifySupplyEvent") && chosen.size > 0 && (
        <DecisionBar ids={[...chosen]} onDecided={onDecided} />
      )}
      {opened && <EventDialog id={opened} onClose={() => open(undefined)} />}
    </>
  );
}

function stillThere(chosen: ReadonlySet<string>, items: readonly SupplyEvent[]) {
  return new Set(items.map(({ event_id }) => event_id).filter((id) => chosen.has(id)));
}
