import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import type { Level } from "../parts/level.ts";
import type { Words } from "../session/console-context.ts";
import { type Page, schemeName, slugOf } from "../shell/page.ts";
import { dueReturns, pageOf, returnName } from "./due-returns.ts";
import type { OverviewFacts } from "./load-overview.ts";

type AttentionItem = {
  readonly level: Level;
  readonly text: string;
  /** The page on which the matter can be resolved. */
  readonly to: Page | undefined;
  /** The text of the link to that page. */
  readonly action: ActionKey;
};

type ActionKey = "action.open" | "action.settings" | "bulk.file" | "action.read";

const ORDER: readonly Level[] = ["bad", "warn", "info", "good"];

/** Returns the matters that need attention, the most severe first. */
export function attentionItems(facts: OverviewFacts, words: Words): AttentionItem[] {
  const items = [
    ...ofMissedReturns(facts, words),
    ...ofArrears(facts, words),
    ...ofMissingRates(facts, words),
    ...ofChangedPeriods(facts, words),
    ...ofRegistrations(facts, words),
    ...ofImports(facts, words),
    ...ofOtherSchemes(facts, words),
    ...ofDirectDeclarations(facts, words),
    ...ofService(facts, words),
  ];
  return items.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

/** Number of missed returns of a scheme that the table of returns tells of; more of them are a matter of their own. */
const MISSED_LISTED = 3;

function ofMissedReturns({ returns }: OverviewFacts, words: Words): AttentionItem[] {
  const missed = dueReturns(returns).filter(({ state, overdue }) => overdue && state === "open");
  return [...Map.groupBy(missed, ({ scheme_type }) => scheme_type).values()]
    .filter((own) => own.length > MISSED_LISTED)
    .map((own) => ofMissed(own, { ...words, returns }));
}

/** Returns one matter for the missed returns of a scheme. Its page can record the oldest as filed elsewhere. */
function ofMissed(missed: readonly DueReturn[], { say, format, returns }: Among): AttentionItem {
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
function ofArrears({ returns, overview }: OverviewFacts, words: Words): AttentionItem[] {
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
function ofMissingRates({ returns }: OverviewFacts, words: Words): AttentionItem[] {
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

function ofChangedPeriods({ overview }: OverviewFacts, { say, format }: Words): AttentionItem[] {
  return overview.changed_periods.map(({ scheme_type, period_key }) => {
    const scheme = slugOf(scheme_type);
    const values = { scheme: schemeName(scheme, say), period: format.period(period_key) };
    return {
      level: "warn",
      text: say("attention.changed", values),
      to: { name: "period", scheme, period: period_key },
      action: "action.open",
    };
  });
}

function ofRegistrations({ overview }: OverviewFacts, { say }: Words): AttentionItem[] {
  const matter = (level: Level, text: string): AttentionItem => ({
    level,
    text,
    to: { name: "settings" },
    action: "action.settings",
  });
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

/** Returns the matters for rows of imported files and orders of connected shops that are not in the ledger. */
function ofImports({ overview }: OverviewFacts, { say, format }: Words): AttentionItem[] {
  return (overview.open_import_rows ?? []).map(({ import_id, month, row_count, source_id }) => {
    const what = import_id === null ? "attention.orders" : "attention.rows";
    return {
      level: "warn",
      text: say.many(month === null ? `${what}WithoutDay` : what, row_count, {
        source: source_id,
        month: month === null ? "" : format.period(month),
      }),
      to: import_id === null ? { name: "connections" } : { name: "imports", id: import_id },
      action: "action.open",
    };
  });
}

/** Returns the matters for supplies of schemes that the account is not registered for. */
function ofOtherSchemes({ overview }: OverviewFacts, { say, format }: Words): AttentionItem[] {
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
function ofDirectDeclarations(
  { overview }: OverviewFacts,
  { say, format }: Words,
): AttentionItem[] {
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

function ofService({ overview }: OverviewFacts, { say }: Words): AttentionItem[] {
  const { unread_notifications: unread, recount_pending } = overview;
  const matter = (text: string, to?: Page): AttentionItem => ({
    level: "info",
    text,
    to,
    action: "action.read",
  });
  return [
    ...(recount_pending ? [matter(say.code("rule.recount_pending"))] : []),
    ...(unread > 0
      ? [matter(say.many("notifications.unread", unread), { name: "notifications" })]
      : []),
  ];
}
