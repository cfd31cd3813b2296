import { canonicalText } from "../../core/canonical-text.ts";
import { ERASED, eventChangeFaults, isErasure } from "./event-change-faults.ts";
import type { JournalRecord } from "./journal-record.ts";
import { mayChange, ruleFor } from "./kinds.ts";
import { plainItem, plainValue, type TypedItem } from "./typed-value.ts";
import { GOES_WITH_AN_UNDO, isReplacement, isUndo } from "./undone.ts";

/** The item of a change, for people. */
export const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }): string =>
  `${pk} ${sk}`;

/** The attributes in which two forms of an item differ, by name. */
export const differingIn = (one: TypedItem, other: TypedItem): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => canonicalText(one[name] ?? null) !== canonicalText(other[name] ?? null))
    .sort();

/**
 * What a change shows by itself that the service does not do: whoever writes to the table past it is written down by the stream
 * like everybody else, so that it is by the kind of change that he is told.
 */
export function changeFaults(change: JournalRecord): string[] {
  const { pk, sk, op, at, old, new: now } = change;
  const rule = ruleFor(pk, sk);
  const where = `${nameOf(change)}, ${at}`;
  if (!rule) return [`${where}: the service makes no such item`];
  if (rule.expires && change.expired && hasExpired(change)) return [];
  if (op === "REMOVE" || !now) return [`${where}: the ${rule.name} was removed`];
  const plain = { old: old && plainItem(old), now: plainItem(now) };
  const faults = [
    ...(old ? alteredFaults(rule, old, now) : []),
    ...(rule.name === "event" ? eventChangeFaults(plain.old, plain.now, at) : []),
  ];
  return faults.map((fault) => `${where}: ${fault}`);
}

const hasExpired = ({ old, at }: JournalRecord): boolean =>
  old?.["expires_at"] !== undefined && numberIn(old, "expires_at") * 1000 <= Date.parse(at);

type Rule = NonNullable<ReturnType<typeof ruleFor>>;

function alteredFaults(rule: Rule, old: TypedItem, now: TypedItem): string[] {
  const allowed = rule.name === "event" ? allowedOfEvent(old, now) : [];
  const altered = differingIn(old, now).filter(
    (name) => allowed !== "all" && !mayChange(rule, name) && !allowed.includes(name),
  );
  const fallen = (rule.rises ?? []).filter((name) => numberIn(now, name) < numberIn(old, name));
  const again = (rule.once ?? []).filter(
    (name) => old[name] && canonicalText(old[name]) !== canonicalText(now[name] ?? null),
  );
  return [
    ...altered.map((name) => `${name} of the ${rule.name} was changed`),
    ...fallen.map((name) => `${name} of the ${rule.name} went down`),
    ...again.map((name) => `${name} of the ${rule.name} was set before`),
  ];
}

/** What may change of an event besides, by what became of it. */
function allowedOfEvent(old: TypedItem, now: TypedItem): readonly string[] | "all" {
  // A stub becomes the event that its non-sales have waited for; an undone one makes room for another.
  if (!("event_type" in old) || isReplacement(old, now)) return "all";
  if (isUndo(old, now)) return [...ERASED, ...GOES_WITH_AN_UNDO];
  return isErasure(old, now) ? ERASED : [];
}

const numberIn = (item: TypedItem, name: string): number => {
  const value = item[name];
  return value ? Number(plainValue(value)) : 0;
};
