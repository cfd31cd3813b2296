import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { Badge } from "./badge.tsx";
import type { Matter } from "./matter.ts";

/** Lists matters, each with a link to the page that resolves it. */
export function Matters({ matters }: { readonly matters: readonly Matter[] }) {
  const { say } = useReader();
  return (
    <ul class="matters">
      {matters.map(({ level, text, to, action }) => (
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
  );
}
