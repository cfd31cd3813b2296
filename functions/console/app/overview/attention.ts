import type { SchemeSlug } from "../../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import type { Level } from "../parts/level.ts";
import type { Page } from "../shell/page.ts";
import type { Say } from "../texts/say.ts";
import { type DueReturn, dueReturns } from "./due-returns.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** Something to look at, what is worst first. */
type Matter = {
  readonly level: Level;
  readonly text: string;
  /** Where it can be seen to. */
  readonly to: Page | undefined;
};

type Words = { readonly say: Say; readonly format: Formatter };

const ORDER: readonly Level[] = ["bad", "warn", "info", "good"];

/** What needs attention. Nothing is a good answer too. */
export function mattersOf(facts: OverviewFacts, words: Words): Matter[] {
  const matters = [
    ...ofReturns(facts, words),
    ...ofChangedPeriods(facts, words),
    ...ofRegistrations(facts, words),
    ...ofReviews(facts, words),
    ...ofService(facts, words),
  ];
  return matters.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

const filingPage = (scheme: SchemeSlug, period: string): Page => ({
  name: "filing",
  scheme,
  period,
});

const periodPage = (scheme: SchemeSlug, period: string): Page => ({
  name: "period",
  scheme,
  period,
});

function ofReturns(facts: OverviewFacts, words: Words): Matter[] {
  return dueReturns(facts)
    .filter(({ state }) => state === "open" || state === "locked")
    .map((one) => ({
      level: levelOf(one),
      text: textOf(one, words),
      to: filingPage(one.scheme, one.period),
    }));
}

function levelOf({ isOverdue, readiness }: DueReturn): Level {
  if (isOverdue) return "bad";
  return readiness === "review_required" ? "warn" : "info";
}

function textOf({ scheme, period, due, ...one }: DueReturn, { say, format }: Words): string {
  const values = {
    scheme: say(`scheme.${scheme}`),
    period: format.period(period),
    day: format.day(due),
  };
  if (one.isOverdue)
    return say(`attention.overdue.${one.state === "locked" ? "locked" : "open"}`, values);
  if (one.state === "locked") return say("attention.file", values);
  return say(one.readiness === "review_required" ? "attention.review" : "attention.lock", values);
}

const SLUG_OF = { union_oss: "union-oss", non_union_oss: "non-union-oss", ioss: "ioss" } as const;

function ofChangedPeriods({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return overview.changed_periods.map(({ scheme_type, period_key }) => {
    const scheme = SLUG_OF[scheme_type];
    const values = { scheme: say(`scheme.${scheme}`), period: format.period(period_key) };
    return {
      level: "warn",
      text: say("attention.changed", values),
      to: periodPage(scheme, period_key),
    };
  });
}

function ofRegistrations({ overview }: OverviewFacts, { say }: Words): Matter[] {
  const matter = (level: Level, text: string): Matter => ({ level, text, to: undefined });
  const [check] = overview.threshold.checks;
  const isDue = check?.destination_taxation_applies && !overview.covered_for_union_oss;
  return [
    ...(overview.cleanup_required ? [matter("bad", say("attention.cleanup"))] : []),
    ...(isDue ? [matter("warn", say("attention.register"))] : []),
    ...overview.hints.map(({ code, registration_id }) =>
      matter("warn", say(`attention.${code}`, { id: registration_id })),
    ),
  ];
}

/** Events of the last quarters that wait for somebody to decide. */
function ofReviews({ quarters }: OverviewFacts, { say, format }: Words): Matter[] {
  return quarters.flatMap(({ period_key, union_oss }) => {
    const waiting = union_oss.warnings.find(({ code }) => code === "needs_review_excluded");
    if (!waiting) return [];
    const values = { period: format.period(period_key) };
    const text = say.many("attention.waiting", waiting.count, values);
    return [{ level: "warn" as const, text, to: { name: "review" } }];
  });
}

function ofService({ overview }: OverviewFacts, { say }: Words): Matter[] {
  const { unread_notifications: unread, recount_pending } = overview;
  const matter = (text: string): Matter => ({ level: "info", text, to: undefined });
  return [
    ...(recount_pending ? [matter(say("attention.recount"))] : []),
    ...(unread > 0 ? [matter(say.many("attention.unread", unread))] : []),
  ];
}
