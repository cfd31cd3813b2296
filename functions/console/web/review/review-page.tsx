import { useEffect, useState } from "preact/hooks";
import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import type { ListPage } from "../paging/full-page.ts";
import { Pager } from "../paging/pager.tsx";
import { type Cursors, useCursors } from "../paging/use-cursors.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { DecisionForm } from "./decision-form.tsx";
import { KINDS, type Kind, loadReview } from "./load-review.ts";
import { ReviewTable } from "./review-table.tsx";

/** Displays events that need a decision. Decisions apply to one or several events, each with a note. */
export function ReviewPage() {
  const { say } = useReader();
  const [kind, setKind] = useState<Kind>("needs_review");
  return (
    <>
      <h1>{say("nav.review")}</h1>
      <p>{say("review.lead")}</p>
      <label class="field narrow">
        <span>{say("review.kind")}</span>
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(KINDS.find((one) => one === value) ?? "needs_review")
          }
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {one === "needs_review" ? say("review.waiting") : say.code(one)}
            </option>
          ))}
        </select>
      </label>
      <Queue key={kind} kind={kind} />
    </>
  );
}

function Queue({ kind }: { readonly kind: Kind }) {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const page = useLoad(`review ${kind} ${cursor}`, (signal) =>
    loadReview(client, kind, cursor, signal),
  );
  return (
    <Card title={say("review.queue")}>
      <Loaded of={page}>
        {(value) => (
          <QueuePage
            page={value}
            onDecided={page.state === "ready" ? page.again : () => {}}
            cursors={cursors}
          />
        )}
      </Loaded>
    </Card>
  );
}

type QueuePageProps = {
  readonly page: ListPage<SupplyEvent>;
  readonly onDecided: () => void;
  readonly cursors: Cursors;
};

function QueuePage({ page: { items, next_cursor }, onDecided, cursors }: QueuePageProps) {
  const { say } = useReader();
  const { mayWrite } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Events that have left the queue are deselected.
  useEffect(() => setChosen((before) => stillThere(before, items)), [items]);
  return (
    <>
      <ReviewTable events={items} chosen={chosen} onChoose={setChosen} />
      <Pager of={say("review.queue")} cursors={cursors} next={next_cursor} />
      {mayWrite && items.length > 0 && <DecisionForm ids={[...chosen]} onDecided={onDecided} />}
    </>
  );
}

function stillThere(chosen: ReadonlySet<string>, items: readonly SupplyEvent[]) {
  return new Set(items.map(({ event_id }) => event_id).filter((id) => chosen.has(id)));
}
