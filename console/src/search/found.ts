import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { pageOf, returnName } from "../overview/due-returns.ts";
import type { Words } from "../session/console-context.ts";
import type { ClientOfPerson } from "../session/person.ts";
import type { Page } from "../shell/page.ts";
import type { Say } from "../texts/say.ts";
import { hasWords } from "./has-words.ts";

/** Where something that was found leads. */
export type Target =
  | { readonly page: Page }
  | { readonly event: string }
  | { readonly client: ClientOfPerson };

/** Something that a search has found. */
export type Found = {
  readonly group: "pages" | "returns" | "clients" | "events";
  readonly name: string;
  readonly note?: string | undefined;
  readonly to: Target;
};

/** Most results of a group, so that each group stays in sight; events stand last. */
const SHOWN = 8;
export const SHOWN_EVENTS = 20;

/** Returns the first results of each group, and whether there are others. */
export function firstOfEach(all: readonly Found[]) {
  const found = [...Map.groupBy(all, ({ group }) => group)].flatMap(([group, own]) =>
    own.slice(0, group === "events" ? SHOWN_EVENTS : SHOWN),
  );
  return { found, isCut: found.length < all.length };
}

export function findPages(asked: string, pages: readonly Page[], say: Say): Found[] {
  const has = hasWords(asked);
  return pages
    .map((page) => ({ group: "pages", name: say(`nav.${page.name}`), to: { page } }) as const)
    .filter(({ name }) => has(name));
}

/** Finds returns by period, as the reader or the API writes it, by a month within, by scheme, and by Member State. */
export function findReturns(asked: string, returns: readonly DueReturn[], words: Words): Found[] {
  const has = hasWords(asked);
  return returns
    .filter((one) =>
      has(
        words.format.period(one.period_key),
        one.period_key,
        ...monthsOf(one.period_key).map(words.format.period),
        words.say.code(one.scheme_type),
        words.format.country(one.member_state_identification),
      ),
    )
    .map((one) => {
      const { period, scheme } = returnName(one, returns, words);
      const state = words.say(one.overdue ? "state.overdue" : `state.${one.state}`);
      const to = { page: pageOf("period", one, returns) };
      return { group: "returns", name: `${period}, ${scheme}`, note: state, to };
    });
}

/** Returns the months of a quarter. */
function monthsOf(period_key: string): string[] {
  const [year, quarter = ""] = period_key.split("-Q");
  const last = Number(quarter) * 3;
  return quarter === ""
    ? []
    : [last - 2, last - 1, last].map((month) => `${year}-${String(month).padStart(2, "0")}`);
}

export function findClients(asked: string, clients: readonly ClientOfPerson[]): Found[] {
  const has = hasWords(asked);
  return clients
    .filter(({ name, reference }) => has(name, reference))
    .map((client) => ({
      group: "clients",
      name: client.name,
      note: client.reference ?? undefined,
      to: { client },
    }));
}
