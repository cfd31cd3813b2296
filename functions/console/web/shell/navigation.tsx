import { useReader } from "../session/console-context.ts";
import { addressOf, type Page } from "./page.ts";

const WAYS: readonly Page[] = [
  { name: "overview" },
  { name: "notifications" },
  { name: "period", scheme: "union-oss", period: undefined },
  { name: "review" },
  { name: "filing", scheme: "union-oss", period: undefined },
  { name: "imports", id: undefined },
  { name: "records" },
  { name: "webhooks" },
  { name: "settings" },
];

/** Displays the links to the pages. */
export function Navigation({ page }: { readonly page: Page }) {
  const { say } = useReader();
  return (
    <nav aria-label={say("nav.label")}>
      <ul>
        {WAYS.map((way) => (
          <li key={way.name}>
            <a href={addressOf(way)} aria-current={way.name === page.name ? "page" : undefined}>
              {say(`nav.${way.name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
