import { Card } from "../parts/card.tsx";
import { Matters } from "../parts/matters.tsx";
import { useReader } from "../session/console-context.ts";
import { attentionItems, noteItems } from "./attention.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** Lists the matters that need attention, the most severe first; nothing where there are none. */
export function Attention({ facts }: { readonly facts: OverviewFacts }) {
  const words = useReader();
  const { say } = words;
  const items = attentionItems(facts, words);
  if (items.length === 0) return null;
  return (
    <Card title={say("attention.title")}>
      <Matters matters={items} />
    </Card>
  );
}

/** Lists what the reader may want to know, and need do nothing about. */
export function Notes({ facts }: { readonly facts: OverviewFacts }) {
  const words = useReader();
  const items = noteItems(facts, words);
  if (items.length === 0) return null;
  return (
    <Card title={words.say("attention.notes")}>
      <Matters matters={items} />
    </Card>
  );
}
