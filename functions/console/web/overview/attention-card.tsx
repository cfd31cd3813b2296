import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { mattersOf } from "./attention.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** Lists the matters that need attention, the most severe first. */
export function Attention({ facts }: { readonly facts: OverviewFacts }) {
  const words = useReader();
  const { say } = words;
  const matters = mattersOf(facts, words);
  return (
    <Card title={say("attention.title")}>
      {matters.length === 0 && <p>{say("attention.none")}</p>}
      <ul class="matters">
        {matters.map(({ level, text, to }) => (
          <li key={text}>
            <Badge level={level}>{say(`level.${level}`)}</Badge>{" "}
            {to ? <a href={addressOf(to)}>{text}</a> : <span>{text}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
