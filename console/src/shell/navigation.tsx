import { useOverview } from "../overview/overview-context.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useReader } from "../session/console-context.ts";
import { type Counts, countsOf, NO_COUNTS } from "./navigation-counts.ts";
import { addressOf, type Page } from "./page.ts";

/** A number that stands beside a page. */
type Counted = Exclude<keyof Counts, "overdue">;

type Way = { readonly page: Page; readonly icon: IconName; readonly count?: Counted };

/** The pages, in groups: the daily work, and what is set up once. */
const GROUPS: readonly (readonly Way[])[] = [
  [
    { page: { name: "overview" }, icon: "dashboard", count: "due" },
    { page: { name: "period", scheme: "union-oss", period: undefined }, icon: "receipt" },
    { page: { name: "imports", id: undefined }, icon: "upload", count: "imports" },
    { page: { name: "review" }, icon: "review", count: "review" },
    { page: { name: "notifications" }, icon: "bell", count: "unread" },
  ],
  [
    { page: { name: "connections" }, icon: "plug", count: "connections" },
    { page: { name: "vat-numbers" }, icon: "check" },
    { page: { name: "records" }, icon: "archive" },
    { page: { name: "webhooks" }, icon: "webhook" },
    { page: { name: "settings" }, icon: "settings" },
  ],
];

/** The pages that are reached from another one. */
const ABOVE: { readonly [Name in Page["name"]]?: Page["name"] } = {
  filing: "period",
  sheet: "period",
  movements: "imports",
};

/** Displays the links to the pages, with the number of matters that wait on each. */
export function Navigation({ page }: { readonly page: Page }) {
  const { say } = useReader();
  const overview = useOverview();
  const counts = overview.state === "ready" ? countsOf(overview.value) : NO_COUNTS;
  const current = ABOVE[page.name] ?? page.name;
  return (
    <nav aria-label={say("nav.label")}>
      {GROUPS.map((ways) => (
        <ul key={ways[0]?.page.name}>
          {ways.map(({ page: to, icon, count }) => (
            <li key={to.name}>
              <a href={addressOf(to)} aria-current={to.name === current ? "page" : undefined}>
                <Icon name={icon} />
                <span>{say(`nav.${to.name}`)}</span>
                {count && <Count of={count} counts={counts} />}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

function Count({ of, counts }: { readonly of: Counted; readonly counts: Counts }) {
  const { say } = useReader();
  if (counts[of] === 0) return null;
  return (
    <span class={of === "due" && counts.overdue > 0 ? "nav-count bad" : "nav-count"}>
      {counts[of]}
      <span class="unseen"> {say(`nav.count.${of}`)}</span>
    </span>
  );
}
