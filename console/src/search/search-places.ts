import { useContext } from "preact/hooks";
import { OverviewContext } from "../overview/overview-context.ts";
import { PeopleContext } from "../people/people-context.ts";
import { useReader, useSession } from "../session/console-context.ts";
import type { Page } from "../shell/page.ts";
import { type Found, findClients, findPages, findReturns } from "./found.ts";

const ACCOUNT_PAGES: readonly Page[] = [
  { name: "overview" },
  { name: "period", scheme: "union-oss", period: undefined },
  { name: "imports", id: undefined },
  { name: "review" },
  { name: "notifications" },
  { name: "connections" },
  { name: "movements" },
  { name: "vat-numbers" },
  { name: "records" },
  { name: "webhooks" },
  { name: "settings" },
];

const PERSON_PAGES: readonly Page[] = [{ name: "mails" }, { name: "sessions" }, { name: "join" }];

const PRACTICE_PAGES: readonly Page[] = [
  { name: "clients", organisation: undefined },
  { name: "board", organisation: undefined },
];

/** Returns a search in what the console knows already: its pages, the returns of the account, the clients of the person. */
export function useKnownPlaces(): (asked: string) => Found[] {
  const words = useReader();
  const { account } = useSession();
  const people = useContext(PeopleContext);
  const overview = useContext(OverviewContext);
  const returns = account && overview.state === "ready" ? overview.value.returns : [];
  const pages = [
    ...(account ? ACCOUNT_PAGES : []),
    ...(people && people.organisations.length > 0 ? PRACTICE_PAGES : []),
    ...(people ? PERSON_PAGES : []),
    ...(people?.person.isOperator ? [{ name: "rates" } as const] : []),
  ];
  return (asked) => [
    ...findReturns(asked, returns, words),
    ...findClients(asked, people?.clients ?? []),
    ...findPages(asked, pages, words.say),
  ];
}
