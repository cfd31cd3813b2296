import type { DueReturn } from "../../../../client/src/eu-vat-client.ts";
import type { Level } from "../parts/level.ts";
import { type Page, slugOf } from "../shell/page.ts";
import { dueReturns, pageOf, returnName } from "./due-returns.ts";
import type { OverviewFacts } from "./load-overview.ts";
import type { Words } from "./words.ts";

/** A matter that needs attention. */
type Matter = {
  readonly level: Level;
  readonly text: string;
  /** The page on which the matter can be resolved. */
  readonly to: Page | undefined;
};

const ORDER: readonly Level[] = ["bad", "warn", "info", "good"];

/** Returns the matters that need attention, the most severe first. */
export function mattersOf(facts: OverviewFacts, words: Words): Matter[] {
  const matters = [
    ...ofReturns(facts, words),
    ...ofChangedPeriods(facts, words),
    ...ofRegistrations(facts, words),
    ...ofReviews(facts, words),
    ...ofImports(facts, words),
    ...ofOtherSchemes(facts, words),
    ...ofDirectDeclarations(facts, words),
    ...ofService(facts, words),
  ];
  return matters.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

/** Number of missed returns of a scheme that are listed one by one; more of them are one matter. */
const MISSED_LISTED = 3;

function ofReturns({ returns }: OverviewFacts, words: Words): Matter[] {
  const open = dueReturns(returns).filter(({ state }) => state === "open" || state === "locked");
  const schemes = [...Map.groupBy(open, ({ scheme_type }) => scheme_type).values()];
  return schemes.flatMap((own) => {
    const missed = own.filter(({ state, overdue }) => overdue && state === "open");
    const isMany = missed.length > MISSED_LISTED;
    return [
      ...(isMany ? [ofMissed(missed, { ...words, returns })] : []),
      ...own
        .filter((one) => !isMany || !missed.includes(one))
        .map((one) => ({
          level: levelOf(one),
          text: textOf(one, { ...words, returns }),
          to: pageOf("filing", one, returns),
        })),
    ];
  });
}

/** Returns one matter for the missed returns of a scheme. Its page can record the oldest as filed elsewhere. */
function ofMissed(missed: readonly DueReturn[], { say, format, returns }: Among): Matter {
  const [first, last] = [missed[0], missed.at(-1)] as [DueReturn, DueReturn];
  return {
    level: "bad",
    text: say("attention.overdue.many", {
      scheme: say(`scheme.${slugOf(first.scheme_type)}`),
      count: format.count(missed.length),
      first: format.period(first.period_key),
      last: format.period(last.period_key),
    }),
    to: pageOf("period", first, returns),
  };
}

function levelOf({ overdue, filing_status }: DueReturn): Level {
  if (overdue) return "bad";
  return filing_status === "review_required" ? "warn" : "info";
}

type Among = Words & { readonly returns: readonly DueReturn[] };

function textOf(one: DueReturn, { say, format, returns }: Among): string {
  const name = returnName(one, returns, { say, format });
  const values = { ...name, day: format.day(one.filing_due_date) };
  if (one.overdue) {
    return say(`attention.overdue.${one.state === "locked" ? "locked" : "open"}`, values);
  }
  if (one.state === "locked") return say("attention.file", values);
  return say(
    one.filing_status === "review_required" ? "attention.review" : "attention.lock",
    values,
  );
}

function ofChangedPeriods({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return overview.changed_periods.map(({ scheme_type, period_key }) => {
    const scheme = slugOf(scheme_type);
    const values = { scheme: say(`scheme.${scheme}`), period: format.period(period_key) };
    return {
      level: "warn",
      text: say("attention.changed", values),
      to: { name: "period", scheme, period: period_key },
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

/** Returns the matters for events of recent periods that are in review. */
function ofReviews({ returns }: OverviewFacts, words: Words): Matter[] {
  return dueReturns(returns)
    .map((one) => ({ one, count: one.waiting_event_count ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ one, count }) => ({
      level: "warn",
      text: words.say.many("attention.waiting", count, returnName(one, returns, words)),
      to: { name: "review" },
    }));
}

/** Returns the matters for rows of imported files that are not in the ledger. */
function ofImports({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return (overview.open_import_rows ?? []).map(({ import_id, month, row_count, source_id }) => ({
    level: "warn",
    text: say.many(month === null ? "attention.rowsWithoutDay" : "attention.rows", row_count, {
      source: source_id,
      month: month === null ? "" : format.period(month),
    }),
    to: { name: "imports", id: import_id },
  }));
}

/** Returns the matters for supplies of schemes that the account is not registered for. */
function ofOtherSchemes({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return (overview.supplies_without_registration ?? []).map(
    ({ scheme_type, period_key, event_count }) => ({
      level: "warn",
      text: say.many("attention.unregistered", event_count, {
        scheme: say(`scheme.${slugOf(scheme_type)}`),
        period: format.period(period_key),
      }),
      to: { name: "settings" },
    }),
  );
}

/** Returns the matters for changes that go to the Member States of consumption directly. */
function ofDirectDeclarations({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return (overview.direct_declarations ?? []).map((one) => {
    const scheme = slugOf(one.scheme_type);
    return {
      level: "warn",
      text: say("attention.direct", {
        scheme: say(`scheme.${scheme}`),
        period: format.period(one.original_period),
        state: format.country(one.member_state_of_consumption),
        amount: format.amount(one.vat_amount_minor, one.return_currency),
        reason: say(`direct.${one.reason}`),
      }),
      to: { name: "period", scheme, period: one.original_period },
    };
  });
}

function ofService({ overview }: OverviewFacts, { say }: Words): Matter[] {
  const { unread_notifications: unread, recount_pending } = overview;
  const matter = (text: string, to?: Page): Matter => ({ level: "info", text, to });
  return [
    ...(recount_pending ? [matter(say("attention.recount"))] : []),
    ...(unread > 0
      ? [matter(say.many("attention.unread", unread), { name: "notifications" })]
      : []),
  ];
}
