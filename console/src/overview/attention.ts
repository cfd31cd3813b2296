import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { isTaxWarning } from "../../../shared/vat/schemes/warnings.ts";
import type { Level } from "../parts/level.ts";
import type { Matter } from "../parts/matter.ts";
import { isOfRows, matterOf, matterOfRows } from "../questions/question.ts";
import type { Words } from "../session/console-context.ts";
import { schemeName, slugOf } from "../shell/page.ts";
import { dueIn, isPressing } from "./due-day.ts";
import { dueReturns, isUndeclared, pageOf, placeOf, returnName } from "./due-returns.ts";
import type { OverviewFacts } from "./load-overview.ts";
import { nextStep, nextTask } from "./next-step.ts";

const ORDER: readonly Level[] = ["bad", "warn", "info", "good"];

/** Returns the matters that need attention, the most severe first. */
export function attentionItems(facts: OverviewFacts, words: Words): Matter[] {
  const items = [
    ...ofMissedReturns(facts, words),
    ...ofPressingReturns(facts, words),
    ...ofArrears(facts, words),
    ...ofMissingRates(facts, words),
    ...ofRegistrations(facts, words),
    ...ofQuestions(facts, words),
    ...ofOtherSchemes(facts, words),
    ...ofDirectDeclarations(facts, words),
    ...ofService(facts, words),
  ];
  return items.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

/** Returns what is no task: changes of locked returns, which the next return declares by itself, and what is unread. */
export const noteItems = (facts: OverviewFacts, words: Words): Matter[] => [
  ...ofChangedPeriods(facts, words),
  ...ofUnread(facts, words),
];

/**
 * Returns the matters for returns that are overdue or due soon, but for the one that the page begins with, and those that
 * are missed together.
 */
function ofPressingReturns({ returns, today }: OverviewFacts, words: Words): Matter[] {
  const { say } = words;
  const next = nextTask(returns);
  const together = missedTogether(returns).flat();
  return dueReturns(returns)
    .filter((dueReturn) => isPressing(dueReturn, today) && dueReturn !== next)
    .filter((dueReturn) => !together.includes(dueReturn))
    .map((dueReturn) => {
      const { text, to } = nextStep(dueReturn, returns);
      const values = {
        ...returnName(dueReturn, returns, words),
        due: dueIn(dueReturn, today, words),
      };
      const level = dueReturn.overdue ? "bad" : "warn";
      return { level, text: say("attention.due", values), to, action: text };
    });
}

/** Number of missed returns of a scheme that the table of returns tells of; more of them are a matter of their own. */
const MISSED_LISTED = 3;

const ofMissedReturns = ({ returns }: OverviewFacts, words: Words): Matter[] =>
  missedTogether(returns).map((own) => ofMissed(own, { ...words, returns }));

function missedTogether(returns: readonly DueReturn[]): DueReturn[][] {
  const missed = dueReturns(returns).filter(({ state, overdue }) => overdue && state === "open");
  return [...Map.groupBy(missed, ({ scheme_type }) => scheme_type).values()].filter(
    (own) => own.length > MISSED_LISTED,
  );
}

/** Returns one matter for the missed returns of a scheme. Its page can record the oldest as filed elsewhere. */
function ofMissed(missed: readonly DueReturn[], { say, format, returns }: Among): Matter {
  const [first, last] = [missed[0], missed.at(-1)] as [DueReturn, DueReturn];
  return {
    level: "bad",
    text: say("attention.overdue.many", {
      scheme: say.code(first.scheme_type),
      count: format.count(missed.length),
      first: format.period(first.period_key),
      last: format.period(last.period_key),
    }),
    to: pageOf("period", first, returns),
    action: "bulk.file",
  };
}

/** Returns one matter for the returns of a scheme whose payment is not recorded after the due day. */
function ofArrears({ returns, overview }: OverviewFacts, words: Words): Matter[] {
  const { say, format } = words;
  const unpaid = returns
    .filter(
      (dueReturn) =>
        (dueReturn.outstanding_minor ?? 0) > 0 && dueReturn.filing_due_date < overview.as_of,
    )
    .sort((a, b) => (a.filing_due_date < b.filing_due_date ? -1 : 1));
  return [...Map.groupBy(unpaid, ({ scheme_type }) => scheme_type).values()].map((own) => {
    const [first, last] = [own[0], own.at(-1)] as [DueReturn, DueReturn];
    const isExcluding = own.some(({ exclusion_warning }) => exclusion_warning);
    return {
      level: isExcluding ? "bad" : "warn",
      text: [
        say.many("attention.unpaid", own.length, {
          scheme: say.code(first.scheme_type),
          first: format.period(first.period_key),
          last: format.period(last.period_key),
        }),
        ...(isExcluding ? [say("payment.exclusion")] : []),
      ].join(" "),
      to: pageOf("filing", first, returns),
      action: "action.open",
    };
  });
}

type Among = Words & { readonly returns: readonly DueReturn[] };

/** Returns the matters for supplies that open returns leave out, because rates of the ECB are missing. */
function ofMissingRates({ returns }: OverviewFacts, words: Words): Matter[] {
  const { say, format } = words;
  return returns.flatMap((dueReturn) =>
    dueReturn.missing_rates.map(({ publication_day, day_stored, currencies, event_count }) => ({
      level: "warn",
      text: say.many(day_stored ? "attention.noRate" : "attention.noRates", event_count, {
        ...returnName(dueReturn, returns, words),
        day: format.day(publication_day),
        currencies: currencies.join(", "),
      }),
      to: pageOf("period", dueReturn, returns),
      action: "action.open",
    })),
  );
}

function ofChangedPeriods({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return overview.changed_periods.map(({ scheme_type, period_key }) => {
    const scheme = slugOf(scheme_type);
    const values = { scheme: schemeName(scheme, say), period: format.period(period_key) };
    return {
      level: "info",
      text: say("attention.changed", values),
      to: { name: "period", scheme, period: period_key },
      action: "action.open",
    };
  });
}

/** True of a seller outside the Union whose own schemes are registered: the Union scheme is for other sales. */
const isServedElsewhere = ({ overview, returns }: OverviewFacts): boolean =>
  returns.some(({ scheme_type }) => scheme_type !== "union_oss") &&
  overview.threshold.checks.some(({ decision }) =>
    decision.reasons.some(({ code }) => code === "established_outside_union"),
  );

function ofRegistrations(facts: OverviewFacts, { say }: Words): Matter[] {
  const matter = (level: Level, text: string): Matter => ({
    level,
    text,
    to: { name: "settings" },
    action: "action.settings",
  });
  const { overview } = facts;
  const [check] = overview.threshold.checks;
  const isDue =
    check?.destination_taxation_applies &&
    !overview.covered_for_union_oss &&
    !isServedElsewhere(facts);
  return [
    ...(overview.cleanup_required ? [matter("bad", say("attention.cleanup"))] : []),
    ...(isDue ? [matter("warn", say("attention.register"))] : []),
    ...overview.hints.map(({ code, registration_id }) =>
      matter("warn", say(`attention.${code}`, { id: registration_id })),
    ),
  ];
}

/** Kinds and codes that have matters of their own. */
const TOLD: readonly string[] = ["supplies_without_registration", "missing_exchange_rate_excluded"];

/** Returns the matters for what is open: rows and orders of any month, and events and figures of undeclared returns. */
function ofQuestions({ overview, returns }: OverviewFacts, words: Words): Matter[] {
  const rows = (overview.open_import_rows ?? []).map((open) => matterOfRows(open, words));
  const others = returns.filter(isUndeclared).flatMap((dueReturn) => {
    const { scheme, period } = returnName(dueReturn, returns, words);
    return [...(dueReturn.open_questions ?? []), ...taxWarningsOf(dueReturn)]
      .filter((question) => !isOfRows(question) && !TOLD.includes(question.code))
      .map((question) => {
        const matter = matterOf(question, placeOf(dueReturn, returns), words);
        return { ...matter, text: `${scheme}, ${period}: ${matter.text}` };
      });
  });
  return [...rows, ...others];
}

/** Returns the warnings about tax in the form of open questions, although the return may be locked with them. */
const taxWarningsOf = ({ checks }: DueReturn) =>
  (checks ?? []).filter(isTaxWarning).map(({ code, count }) => ({
    ...({ kind: "check", code, count, amounts: null, unread_count: count } as const),
    ...({ source_id: null, import_id: null, month: null, remedy: "review_events" } as const),
  }));

/** Returns the matters for supplies of schemes that the account is not registered for. */
function ofOtherSchemes({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return (overview.supplies_without_registration ?? []).map(
    ({ scheme_type, period_key, event_count }) => ({
      level: "warn",
      text: say.many("attention.unregistered", event_count, {
        scheme: say.code(scheme_type),
        period: format.period(period_key),
      }),
      to: { name: "settings" },
      action: "action.settings",
    }),
  );
}

/** Returns the matters for changes that go to the Member States of consumption directly. */
function ofDirectDeclarations({ overview }: OverviewFacts, { say, format }: Words): Matter[] {
  return (overview.direct_declarations ?? []).map((declaration) => {
    const scheme = slugOf(declaration.scheme_type);
    return {
      level: "warn",
      text: say("attention.direct", {
        scheme: schemeName(scheme, say),
        period: format.period(declaration.original_period),
        state: format.country(declaration.member_state_of_consumption),
        amount: format.amount(declaration.vat_amount_minor, declaration.return_currency),
        reason: say(`direct.${declaration.reason}`),
      }),
      to: { name: "period", scheme, period: declaration.original_period },
      action: "action.open",
    };
  });
}

const ofService = ({ overview }: OverviewFacts, { say }: Words): Matter[] =>
  overview.recount_pending
    ? [
        {
          level: "info",
          text: say.code("rule.recount_pending"),
          to: undefined,
          action: "action.read",
        },
      ]
    : [];

const ofUnread = (
  { overview: { unread_notifications: unread } }: OverviewFacts,
  { say }: Words,
): Matter[] =>
  unread > 0
    ? [
        {
          level: "info",
          text: say.many("notifications.unread", unread),
          to: { name: "notifications" },
          action: "action.read",
        },
      ]
    : [];
