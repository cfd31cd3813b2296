import * as z from "zod";
import {
  account,
  cursor,
  type Document,
  pathOf,
  period,
  picked,
  pickedAll,
  type ReadingTool,
  reading,
  returnInput,
} from "./tool.ts";

/** Lines of one answer. */
const PAGE = 40;

const RETURN_FACTS = [
  "scheme_type",
  "period_key",
  "member_state_identification",
  "return_currency",
  "totals",
  "warnings",
  "total_source_event_count",
  "included_source_event_count",
  "excluded_source_event_count",
  "recount_pending",
] as const;

const lockFacts = (lock: Document) =>
  lock && picked(lock, ["status", "registration_id", "locked_at", "submitted_on", "filed"]);

const DUE_FACTS = [
  "scheme_type",
  "period_key",
  "registration_id",
  "member_state_identification",
  "filing_due_date",
  "state",
  "overdue",
  "filing_status",
  "return_currency",
  "payable_vat_minor",
  "payable_vat_since_lock_minor",
  "open_question_count",
] as const;

const QUESTION_FACTS = [
  "kind",
  "code",
  "count",
  "message",
  "remedy",
  "amounts",
  "source_id",
  "import_id",
  "connection_id",
  "month",
  "reasons",
] as const;

/** Returns the open questions of a return of the overview. */
export const questionFacts = (due: Document) => ({
  ...picked(due, ["scheme_type", "period_key", "registration_id", "state", "filing_due_date"]),
  open_question_count: due.open_question_count,
  open_questions: pickedAll(due.open_questions ?? [], QUESTION_FACTS),
});

export const OVERVIEW = { path: "/v1/compliance/overview", query: { details: true } } as const;
export const OVERVIEW_REQUEST = "GET /v1/compliance/overview?details=true";

const dueReturns = reading({
  name: "due_returns",
  title: "Returns that are due",
  description:
    "The running, open and locked returns of one account: due day, state, readiness and VAT payable, with the locked periods that have changed since.",
  input: z.strictObject({ account }),
  page: "docs/quarter.md",
  read: async (api, input) => {
    const overview = await api({ ...OVERVIEW, account: input.account });
    return {
      answer: {
        as_of: overview.as_of,
        returns: pickedAll(overview.returns ?? [], DUE_FACTS),
        changed_periods: overview.changed_periods,
        unread_notifications: overview.unread_notifications,
      },
      requests: [OVERVIEW_REQUEST],
    };
  },
});

const openQuestions = reading({
  name: "open_questions",
  title: "Open questions of the returns",
  description:
    "What a person has still to decide or complete before the returns of one account can be filed, with the remedy of each question.",
  input: z.strictObject({ account, period: period.optional() }),
  page: "docs/quarter.md",
  read: async (api, input) => {
    const { returns } = await api({ ...OVERVIEW, account: input.account });
    const asked = (returns ?? []).filter(({ period_key, open_question_count }: Document) =>
      input.period === undefined ? open_question_count > 0 : period_key === input.period,
    );
    return { answer: { returns: asked.map(questionFacts) }, requests: [OVERVIEW_REQUEST] };
  },
});

const getReturn = reading({
  name: "get_return",
  title: "A return",
  description:
    "The return of a period as it was locked, or as it stands now: totals, state, left-out counts, and its rows or corrections page by page.",
  input: z.strictObject({
    ...returnInput,
    part: z.enum(["rows", "corrections", "balances"]).default("rows").describe("Lines to list"),
    cursor,
  }),
  page: "docs/quarter.md",
  read: async (api, { account, registration_id, part, cursor, ...named }) => {
    const path = pathOf(named);
    const found = await api({ path, account, query: { registration_id } });
    const start = Number(cursor ?? 0) || 0;
    const lines = found[part] ?? [];
    const end = start + PAGE;
    return {
      answer: {
        ...picked(found, RETURN_FACTS),
        lock: lockFacts(found.lock),
        line_count: lines.length,
        [part]: lines.slice(start, end),
      },
      requests: [`GET ${path}`],
      next_cursor: end < lines.length ? `${end}` : null,
    };
  },
});

const changesSinceLock = reading({
  name: "changes_since_lock",
  title: "Changes since a return was locked",
  description:
    "What has changed in a period after its return was locked: totals, Member States and lines, and the returns that declare the change.",
  input: z.strictObject(returnInput),
  page: "docs/quarter.md",
  read: async (api, { account, registration_id, ...named }) => {
    const path = pathOf(named);
    const { lock, return_currency } = await api({ path, account, query: { registration_id } });
    const changes = lock && picked(lock, ["changed_since_lock", "declared_in", "changed_lines"]);
    return {
      answer: { return_currency, lock: lockFacts(lock), is_locked: Boolean(lock), ...changes },
      requests: [`GET ${path}`],
    };
  },
});

const paymentDue = reading({
  name: "payment_due",
  title: "The payment of a return",
  description:
    "What to pay of a locked return: the amount outstanding, to the tax administration of which Member State of identification, by when, and under which reference.",
  input: z.strictObject(returnInput),
  page: "docs/quarter.md",
  read: async (api, { account, registration_id, ...named }) => {
    const path = `${pathOf(named)}/payment`;
    const answer = await api({ path, account, query: { registration_id } });
    return { answer, requests: [`GET ${path}`] };
  },
});

const CHECKED_FACTS = [
  "status",
  "status_detail",
  "period_key",
  "filing_due_date",
  "totals",
  "return_currency",
  "warnings",
  "checks",
  "negative_row_count",
  "corrections_below_zero",
  "open_question_count",
] as const;

const checkFindings = reading({
  name: "check_findings",
  title: "Findings of the checks before filing",
  description:
    "The plausibility checks of a quarter and its months, in the Union and the import scheme: each check code with its severity and number of events. events_with_check lists the events.",
  input: z.strictObject({
    account,
    period: z
      .string()
      .regex(/^\d{4}-Q[1-4]$/)
      .describe("A quarter, such as 2026-Q3"),
  }),
  page: "docs/quarter.md",
  read: async (api, { account, period }) => {
    const path = "/v1/reports/filing-prep";
    const prep = await api({ path, account, query: { period } });
    const months = prep.ioss?.months ?? [];
    return {
      answer: {
        union_oss: picked(prep.union_oss, CHECKED_FACTS),
        ioss: { ...picked(prep.ioss, CHECKED_FACTS), months: pickedAll(months, CHECKED_FACTS) },
      },
      requests: [`GET ${path}?period=${period}`],
    };
  },
});

const thresholdStatus = reading({
  name: "threshold_status",
  title: "The EUR 10,000 threshold",
  description:
    "The cross-border turnover of the year against the threshold of Art. 59c VAT Directive, the day it was crossed, and the decision with its reasons.",
  input: z.strictObject({ account }),
  page: "docs/api.md",
  read: async (api, { account }) => {
    const path = "/v1/compliance/threshold-status";
    const { checks, period } = await api({ path, account });
    const short = checks.map(({ national_equivalents: _, ...check }: Document) => check);
    return { answer: { period, checks: short }, requests: [`GET ${path}`] };
  },
});

export const RETURN_TOOLS: readonly ReadingTool[] = [
  dueReturns,
  openQuestions,
  getReturn,
  changesSinceLock,
  paymentDue,
  checkFindings,
  thresholdStatus,
];
