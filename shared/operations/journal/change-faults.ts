import * as z from "zod";
import { canonicalText } from "../../core/hash.ts";
import { type JournalRecord, plainItem, plainValue, type TypedItem } from "./journal-record.ts";
import {
  GOES_WITH_AN_UNDO,
  isReplacement,
  isUndo,
  replacementFaults,
  undoFaults,
} from "./undone.ts";

/** What of an event the journal looks into. */
const Event = z.object({
  event_type: z.string().optional(),
  committed_at: z.string().optional(),
  classification_status: z.string().optional(),
  classification_history: z
    .array(
      z.looseObject({
        at: z.string(),
        from: z.string(),
        to: z.string(),
        note: z.string().optional(),
      }),
    )
    .default([]),
  version: z.number().optional(),
});
type Event = z.output<typeof Event>;

/** What goes with the free text of an event when that is erased (Art. 17 GDPR), which happens once. */
const ERASED: readonly string[] = ["description", "erased_at", "fingerprint", "metadata"];

/** Whether the free text of an event was erased by a change. */
const isErasure = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean => before["erased_at"] === undefined && after["erased_at"] !== undefined;

/** What a write may change beside an event without making it a new version of itself. */
const BESIDE = new Set(["links", "taken_back", "schema_version", "settling"]);

/**
 * What a change of an event shows that the service does not do: audit trails only get longer, by a step that was taken then.
 * @param at the second in which the table saw the change
 */
function eventChangeFaults(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const now = Event.parse(after);
  const old = before && Event.parse(before);
  if (now.event_type === undefined) return [];
  if (!before || old?.event_type === undefined) return arrivalFaults(now, at);
  if (isReplacement(before, after)) {
    return [...arrivalFaults(now, at), ...replacementFaults(before, after)];
  }
  const erased = isErasure(before, after);
  return [
    ...(isUndo(before, after) ? undoFaults(before, after) : []),
    ...historyFaults(old, now, { at, erased }),
    ...versionFaults(before, after),
  ];
}

function arrivalFaults({ committed_at, classification_history }: Event, at: string): string[] {
  return [
    ...(isOf(committed_at, at) ? [] : [`the event arrived then, and says ${committed_at}`]),
    ...(classification_history.length > 0 ? ["the event arrived with a history"] : []),
  ];
}

type Circumstances = { readonly at: string; readonly erased: boolean };

function historyFaults(old: Event, now: Event, { at, erased }: Circumstances): string[] {
  const [past, present] = [old.classification_history, now.classification_history];
  const kept = present.slice(0, past.length);
  const told = (steps: Event["classification_history"]) =>
    canonicalText(erased ? steps.map(({ note, ...step }) => step) : steps);
  if (told(kept) !== told(past)) {
    return ["classification_history was changed in what it had said"];
  }
  const [step, ...more] = present.slice(past.length);
  if (more.length > 0) return ["classification_history grew by more than a step"];
  const isMoved = old.classification_status !== now.classification_status;
  if (!step) {
    return isMoved && past.length > 0 ? ["the decision of a person was undone by nobody"] : [];
  }
  return [
    ...(isOf(step.at, at) ? [] : [`the step was taken then, and says ${step.at}`]),
    ...(step.from === old.classification_status && step.to === now.classification_status
      ? []
      : ["the step is not from what was to what is"]),
  ];
}

function versionFaults(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const altered = [...names].filter(
    (name) =>
      name !== "version" &&
      !BESIDE.has(name) &&
      canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null),
  );
  return altered.length > 0 && before["version"] === after["version"]
    ? [`${altered.join(", ")} changed without a new version of the event`]
    : [];
}

/** A request takes seconds; the rest is for clocks that go wrong. */
const APART_MS = 3_600_000;

const isOf = (said: string | undefined, at: string): boolean =>
  said !== undefined && Math.abs(Date.parse(said) - Date.parse(at)) <= APART_MS;

/** What the service may do to the items of a kind. It removes none of them; what has expired the table removes. */
type KindRule = {
  readonly name: string;
  /** How the partition and the sort key of its items look. */
  readonly pk: string;
  readonly sk: RegExp;
  /** The attributes that may be others after a change, or those that may not. */
  readonly changes: readonly string[] | { readonly allBut: readonly string[] };
  /** Numbers that never go down. */
  readonly rises?: readonly string[];
  /** Whether its items may expire. */
  readonly expires?: true;
  /** Attributes that are set once, and stay. */
  readonly once?: readonly string[];
};

const ANYTHING = { allBut: [] };

/** What the ledger finds out of an event anew when its ground changes; all that was sent stays. */
const FOUND_BY_THE_LEDGER = [
  "check_codes",
  "checks",
  "classification_history",
  "classification_reasons",
  "classification_status",
  "consignment_exceeded",
  "entries",
  "establishment_country",
  "link",
  "links",
  "original_event_id",
  "rules_version",
  "schema_version",
  "settling",
  "taken_back",
  "treatment",
  "version",
];

const KINDS: readonly KindRule[] = [
  {
    name: "event",
    pk: "EVENT#",
    sk: /^EVENT$/,
    changes: FOUND_BY_THE_LEDGER,
    rises: ["links", "version"],
  },
  { name: "link", pk: "EVENT#", sk: /^LINK#/, changes: [] },
  {
    name: "consignment",
    pk: "CONSIGNMENT#",
    sk: /^CONSIGNMENT$/,
    changes: ["members", "settling", "version"],
    rises: ["version"],
  },
  {
    name: "transaction",
    pk: "TRANSACTION#",
    sk: /^TRANSACTION$/,
    changes: ["committed_event_id", "expires_at"],
    expires: true,
  },
  {
    name: "calculation name",
    pk: "CALCULATION#",
    sk: /^CALCULATION$/,
    changes: ["transaction_id"],
  },
  {
    name: "account",
    pk: "ACCOUNT#",
    sk: /^ACCOUNT$/,
    changes: { allBut: ["account", "created_at"] },
  },
  { name: "profile", pk: "ACCOUNT#", sk: /^PROFILE$/, changes: ANYTHING, rises: ["version"] },
  {
    name: "registrations",
    pk: "ACCOUNT#",
    sk: /^REGISTRATIONS$/,
    changes: ANYTHING,
    rises: ["version", "last_id"],
  },
  {
    name: "sources",
    pk: "ACCOUNT#",
    sk: /^SOURCES$/,
    changes: ANYTHING,
    rises: ["version", "last_id"],
  },
  { name: "recount", pk: "ACCOUNT#", sk: /^RECOUNT$/, changes: ANYTHING, rises: ["version"] },
  {
    name: "notification",
    pk: "ACCOUNT#",
    sk: /^NOTIFICATION#/,
    changes: ["published_at", "read_at"],
    once: ["published_at", "read_at"],
  },
  {
    name: "notice",
    pk: "ACCOUNT#",
    sk: /^NOTICE#/,
    changes: ["changes", "created_at", "read_at"],
    rises: ["changes"],
  },
  {
    name: "sandbox",
    pk: "SANDBOX#",
    sk: /^SANDBOX$/,
    changes: ["version", "generation", "emptied"],
    rises: ["version", "generation"],
  },
  { name: "change", pk: "CHANGES#", sk: /#/, changes: [] },
  {
    name: "key",
    pk: "KEY#",
    sk: /^KEY$/,
    changes: { allBut: ["account", "created_at", "key_id", "mode", "scope", "secret_sha256"] },
    once: ["expires_at", "revoked_at"],
  },
  { name: "lock", pk: "LOCKS#", sk: /^LOCK#/, changes: ["filed"], once: ["filed"] },
  {
    name: "end of the chain of locks",
    pk: "LOCKS#",
    sk: /^CHAIN$/,
    changes: ANYTHING,
    rises: ["count"],
  },
  {
    name: "mark of changes",
    pk: "MARKS#",
    sk: /\|change\|/,
    changes: ["changes"],
    rises: ["changes"],
  },
  { name: "undo of an import", pk: "IMPORT_UNDOS#", sk: /./, changes: [] },
  { name: "mark of a lock", pk: "MARKS#", sk: /\|lock\|/, changes: [] },
  { name: "mark of an opening", pk: "MARKS#", sk: /\|opening\|/, changes: ANYTHING },
  { name: "opening", pk: "OPENINGS#", sk: /^OPENING#/, changes: ANYTHING },
  {
    name: "state of openings",
    pk: "OPENINGS#",
    sk: /^STATE#/,
    changes: ["locks_written", "openings_written"],
    rises: ["locks_written", "openings_written"],
  },
  {
    name: "records",
    pk: "RECORDS#",
    sk: /./,
    changes: { allBut: ["from", "id", "requested_at", "requested_by", "to"] },
    rises: ["version"],
  },
];

/** The rule for the item with this key; undefined of a key that the service makes none of. */
const ruleFor = (pk: string, sk: string): KindRule | undefined =>
  KINDS.find((kind) => pk.startsWith(kind.pk) && kind.sk.test(sk));

/** Whether the attribute may be another one after a change. */
const mayChange = ({ changes }: KindRule, attribute: string): boolean =>
  "allBut" in changes ? !changes.allBut.includes(attribute) : changes.includes(attribute);

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
