import * as z from "zod";
import { OVERVIEW, OVERVIEW_REQUEST, questionFacts } from "./return-tools.ts";
import {
  type Api,
  cursor,
  type Document,
  period,
  pickedAll,
  type ReadingTool,
  reading,
  ToolRefusal,
} from "./tool.ts";

/** Clients of one page, and returns of clients that do not need their questions. */
const CLIENTS = 200;
const ROWS = 100;
/** Returns of one page with their questions: 60 clients with a return each are two pages. */
const QUESTIONED_ROWS = 30;
/** Overviews that are read at the same time. */
const AT_ONCE = 6;

const organisation = z
  .string()
  .regex(/^or_[0-9a-f]{16}$/)
  .optional()
  .describe("Id of the organisation; needed by persons who are in several");

/**
 * Returns the organisation that is named, or the only one of the person.
 * @throws ToolRefusal if the person is in none or in several; ApiRefusal if the credential is a key
 */
async function organisationOf(api: Api, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { organisations } = await api({ path: "/v1/session" });
  if (organisations.length === 1) return organisations[0].id;
  const ids = organisations.map(({ id }: Document) => id).join(", ");
  const message = ids ? `name one organisation: ${ids}` : "you are in no organisation";
  throw new ToolRefusal("organisation_needed", message);
}

const listClients = reading({
  name: "list_clients",
  title: "The clients of a firm",
  description:
    "The accounts of clients in which the person has a role, with the id that other tools take as account. Needs a session of a person.",
  input: z.strictObject({ organisation, cursor }),
  page: "docs/console.md",
  read: async (api, input) => {
    const path = `/v1/organisations/${await organisationOf(api, input.organisation)}/accounts`;
    const query = { limit: CLIENTS, cursor: input.cursor };
    const { items, next_cursor } = await api({ path, query });
    const clients = pickedAll(items, ["account", "name", "reference", "role"]);
    return { answer: { clients }, requests: [`GET ${path}`], next_cursor };
  },
});

const BOARD_FACTS = [
  "account",
  "client_name",
  "client_reference",
  "scheme_type",
  "period_key",
  "registration_id",
  "filing_due_date",
  "state",
  "overdue",
  "filing_status",
  "data_complete",
  "open_questions",
  "payment_status",
  "as_of",
] as const;

const boardInput = {
  organisation,
  period: period.optional(),
  due_before: z.iso.date().optional().describe("Only returns that are due before this day"),
  cursor,
};

const firmBoard = reading({
  name: "firm_board",
  title: "The returns of all clients",
  description:
    "The returns of all clients of a firm with due day, state, readiness and payment; no amounts. Needs a session of a person.",
  input: z.strictObject({
    ...boardInput,
    state: z
      .enum(["running", "open", "locked", "filed", "filed_elsewhere"])
      .optional()
      .describe("Only returns in this state; running: the period has not ended"),
  }),
  page: "docs/console.md",
  read: async (api, { organisation, period: period_key, ...rest }) => {
    const path = `/v1/organisations/${await organisationOf(api, organisation)}/board`;
    const query = { ...rest, period_key, limit: ROWS };
    const { items, next_cursor } = await api({ path, query });
    return {
      answer: { returns: pickedAll(items, BOARD_FACTS) },
      requests: [`GET ${path}`],
      next_cursor,
    };
  },
});

/** Reads the whole board; a page of the API holds all returns of most firms. */
async function boardRows(api: Api, path: string, query: Document): Promise<Document[]> {
  const rows: Document[] = [];
  let cursor: string | undefined;
  do {
    const page = await api({ path, query: { ...query, cursor } });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

/** True if nothing is open of an open return. Of an old one the board knows nothing, so it is not called ready. */
const isReady = ({ filing_status, data_complete, open_questions }: Document): boolean =>
  (filing_status === "ready" || filing_status === "nil_return") &&
  data_complete === true &&
  open_questions === 0;

/** Adds the questions of each return, read from the overviews of its accounts, a few at a time. */
async function withQuestions(api: Api, rows: readonly Document[]): Promise<Document[]> {
  const accounts = [...new Set(rows.map(({ account }) => account as string))];
  const overviews = new Map<string, Document>();
  for (let start = 0; start < accounts.length; start += AT_ONCE) {
    const some = accounts.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((account) => api({ ...OVERVIEW, account })));
    for (const [i, account] of some.entries()) overviews.set(account, found[i]);
  }
  return rows.map((row) => {
    const due = overviews
      .get(row.account)
      ?.returns?.find(
        (one: Document) =>
          one.scheme_type === row.scheme_type &&
          one.period_key === row.period_key &&
          one.registration_id === row.registration_id,
      );
    return due ? { ...row, questions: questionFacts(due).open_questions } : row;
  });
}

const clientsNotReady = reading({
  name: "clients_not_ready",
  title: "Clients whose returns cannot be filed, and why",
  description:
    "The open returns of a firm's clients that cannot be filed yet, each with its open questions and their remedies. Needs a session of a person.",
  input: z.strictObject(boardInput),
  page: "docs/console.md",
  read: async (api, { organisation, period: period_key, due_before, cursor }) => {
    const path = `/v1/organisations/${await organisationOf(api, organisation)}/board`;
    const rows = await boardRows(api, path, { period_key, due_before, state: "open" });
    const blocked = rows.filter((row) => !isReady(row));
    const start = Number(cursor ?? 0) || 0;
    const end = start + QUESTIONED_ROWS;
    const shown = pickedAll(blocked.slice(start, end), BOARD_FACTS);
    return {
      answer: {
        open_returns: rows.length,
        ready: rows.length - blocked.length,
        not_ready: blocked.length,
        returns: await withQuestions(api, shown),
      },
      requests: [`GET ${path}?state=open`, OVERVIEW_REQUEST],
      next_cursor: end < blocked.length ? `${end}` : null,
    };
  },
});

export const FIRM_TOOLS: readonly ReadingTool[] = [listClients, firmBoard, clientsNotReady];
