import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { attentionItems } from "./attention.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** Lists the matters that need attention, the most severe first; nothing where there are none. */
export function Attention({ facts }: { readonly facts: OverviewFacts }) {
  const words = useReader();
  const { say } = words;
  const items = attentionItems(facts, words);
  if (items.length === 0) return null;
  return (
    <Card title={say("attention.title")}>
      <ul class="matters">
        {items.map(({ level, text, to, action }) => (
          <li key={text}>
            <Badge level={level}>{say(`level.${level}`)}</Badge>
            <span>{text}</span>
            {to && (
              <a class="button small" href={addressOf(to)}>
                {say(action)}
                <span class="unseen">: {text}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
