import { expect, it } from "vitest";
import { NotFoundError, type VatClient } from "../../../client/src/eu-vat-client.ts";
import { orderOf } from "../../../console/src/events/event-facts.ts";
import type { ListedEvent } from "../../../console/src/events/event-sums.ts";
import { findInList } from "../../../console/src/events/find-in-list.ts";
import { formatterFor } from "../../../console/src/format/formatter.ts";
import { findEvents } from "../../../console/src/search/find-events.ts";
import {
  findClients,
  findPages,
  findReturns,
  firstOfEach,
} from "../../../console/src/search/found.ts";
import { standing } from "../../make/due-return.ts";
import { sayIn } from "../../make/say.ts";
import { makeSale } from "../../make/supply-event.ts";

const words = { say: sayIn("en", "en-GB"), format: formatterFor("en-GB", "") };
const german = { say: sayIn("de", "de-DE"), format: formatterFor("de-DE", "") };

const RETURNS = ["2026-Q4", "2026-Q3", "2025-Q3", "2026-10"].map((key) => standing(key));

it.for([
  ["Q3 2026", ["Q3 2026, Union scheme"]],
  ["2026-q3", ["Q3 2026, Union scheme"]],
  ["q3", ["Q3 2026, Union scheme", "Q3 2025, Union scheme"]],
  [" AUGUST 2026 ", ["Q3 2026, Union scheme"]],
  ["october", ["Q4 2026, Union scheme", "October 2026, Import scheme"]],
  ["import", ["October 2026, Import scheme"]],
  ["2026 august q4", []],
] as const)("%s finds the returns %j", ([asked, names]) => {
  expect(findReturns(asked, RETURNS, words).map(({ name }) => name)).toEqual(names);
});

it("a month is found in the reader's language, and a return leads to its page", () => {
  expect(findReturns("Oktober", RETURNS, german).map(({ to }) => to)).toEqual([
    { page: { name: "period", scheme: "union-oss", period: "2026-Q4" } },
    { page: { name: "period", scheme: "ioss", period: "2026-10" } },
  ]);
});

it("accents and case do not matter, and a client is found by its number too", () => {
  const client = { account: "a", organisation: "o", reference: "10017" };
  const clients = [
    { ...client, name: "Gartenglück GmbH" },
    { ...client, name: "Müller", reference: null },
  ];
  const namesOf = (asked: string) => findClients(asked, clients).map(({ name }) => name);
  expect(namesOf("gluck")).toEqual(["Gartenglück GmbH"]);
  expect(namesOf("0017")).toEqual(["Gartenglück GmbH"]);
  expect(namesOf("MÜLLER")).toEqual(["Müller"]);
});

it("pages are found by their names in the reader's language", () => {
  const pages = [{ name: "review" }, { name: "settings" }] as const;
  expect(findPages("klar", pages, german.say).map(({ name }) => name)).toEqual(["Klärfälle"]);
  expect(findPages("sett", pages, words.say).map(({ name }) => name)).toEqual(["Settings"]);
});

it("of many results the first are shown, each group by itself, and it is known that there are others", async () => {
  const client = {
    listSupplyEvents: async ({ query }: { query: { limit: number } }) => ({
      items: Array.from({ length: query.limit }, (_, n) => ({ ...makeSale(), event_id: `e-${n}` })),
    }),
    getSupplyEvent: async () => {
      throw new NotFoundError(new Response(null, { status: 404 }), {});
    },
  } as unknown as VatClient;
  const { signal } = new AbortController();
  const events = await findEvents(client, "#1002", { ...words, signal });
  const shown = firstOfEach(events);
  expect(shown).toEqual({ found: events.slice(0, -1), isCut: true });
  expect(firstOfEach(shown.found)).toEqual({ found: shown.found, isCut: false });
  const years = Array.from({ length: 9 }, (_, n) => standing(`${2018 + n}-Q3`));
  const both = firstOfEach([...findReturns("q3", years, words), ...shown.found]);
  expect(both.found).toHaveLength(8 + shown.found.length);
  expect(both.isCut).toBe(true);
});

it("a list of events is searched by text and by amount, as it is written or by its digits", () => {
  const event = { order_name: null, description: null, consumption_country: "FR" };
  const events = [
    { ...event, event_id: "a-1", currency: "EUR", taxable_amount_minor: 123_450 },
    { ...event, event_id: "b-2", currency: "EUR", taxable_amount_minor: 9_638, order_name: "#17" },
    { ...event, event_id: "c-3", currency: "USD", taxable_amount_minor: 1, transaction_id: "5069" },
  ].map((one) => ({ ...one, supply_date: "2026-08-03", vat_amount_minor: 100 })) as ListedEvent[];
  const idsOf = (asked: string) =>
    findInList(events, asked, words.format).map(({ event_id }) => event_id);
  expect(["1,234.50", "1234.50", "1.00", "97.38", "#17", "france 3 aug", "x"].map(idsOf)).toEqual([
    ["a-1"],
    ["a-1"],
    ["a-1", "b-2", "c-3"],
    ["b-2"],
    ["b-2"],
    ["a-1", "b-2", "c-3"],
    [],
  ]);
  expect(idsOf("5069")).toEqual(["c-3"]);
  expect(findInList(events, " ", words.format)).toBe(events);
});

it("the order of an event is its name in the shop, or else what was entered as its order", () => {
  const orders = [
    { event_id: "sale-1", order_name: null, transaction_id: "5069" },
    { event_id: "shop:17:goods", order_name: "#1017", transaction_id: "17" },
    { event_id: "shop:17:goods", order_name: null, transaction_id: "17" },
    { event_id: "e-1", order_name: null, transaction_id: null },
  ];
  expect(orders.map(orderOf)).toEqual(["5069", "#1017", null, null]);
});
