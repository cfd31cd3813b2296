import * as z from "zod";
import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { RIGHTS, type Right } from "../../platform/credentials/rights.ts";
import { CONNECTIONS_ITEM } from "../../platform/table/connections.ts";
import { type ItemDefinition, type JournalRule, keyPattern } from "../../platform/table/item.ts";
import { API_KEY_ITEM, ECB_DAY_ITEM, EVENT_ITEM } from "../../platform/table/items.ts";
import { OPENING_ITEM } from "../../platform/table/periods.ts";
import { RATE_OVERLAY_ITEM, RATE_PROPOSALS_ITEM } from "../../platform/table/rate-items.ts";
import { ITEMS } from "../../platform/table/registry.ts";
import { WEBHOOK_SECRET_ITEM, WEBHOOKS_ITEM } from "../../platform/table/webhooks.ts";
import {
  type AttributeMap,
  isAtTime,
  type JournalRecord,
  plainItem,
  plainValue,
} from "./journal-record.ts";
import { openingChangeFaults } from "./opening-history.ts";
import {
  keyEndFaults,
  overlayChangeFaults,
  proposalChangeFaults,
  rateChangeFaults,
  secretChangeFaults,
  webhookChangeFaults,
} from "./settings-history.ts";
import {
  GOES_WITH_AN_UNDO,
  isReplacement,
  isUndo,
  replacementFaults,
  undoFaults,
} from "./undone.ts";

/** The fields of an event that the journal checks. */
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

/** The fields that change when the free text of an event is erased (Art. 17 GDPR), which happens once. */
const ERASED: readonly string[] = [...FREE_TEXT_FIELDS, "erased_at", "fingerprint"];

/** True if a change erased the free text of an event. */
const isErasure = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean => before["erased_at"] === undefined && after["erased_at"] !== undefined;

/** The fields of an event that may change without a new version. */
const UNVERSIONED = new Set(["links", "taken_back", "schema_version", "propagating"]);

/**
 * Finds changes of an event that the service never makes: an audit trail only grows, by a step of that time.
 * @param at the second in which the table recorded the change
 */
function eventChangeFaults(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const now = Event.parse(after);
  const old = Event.parse(before ?? {});
  if (now.event_type === undefined) return [];
  if (!before || old.event_type === undefined) return arrivalFaults(now, at);
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
    ...(isAtTime(committed_at, at) ? [] : [`the event arrived then, and says ${committed_at}`]),
    ...(classification_history.length > 0 ? ["the event arrived with a history"] : []),
  ];
}

type Circumstances = { readonly at: string; readonly erased: boolean };

function historyFaults(old: Event, now: Event, { at, erased }: Circumstances): string[] {
  const [past, present] = [old.classification_history, now.classification_history];
  const sameLength = present.slice(0, past.length);
  const comparable = (steps: Event["classification_history"]) =>
    canonicalText(erased ? steps.map(({ note, ...step }) => step) : steps);
  if (comparable(sameLength) !== comparable(past)) {
    return ["classification_history was changed in what it had said"];
  }
  const [step, ...more] = present.slice(past.length);
  if (more.length > 0) return ["classification_history grew by more than a step"];
  const isMoved = old.classification_status !== now.classification_status;
  if (!step) {
    return isMoved && past.length > 0 ? ["the decision of a person was undone by nobody"] : [];
  }
  return [
    ...(isAtTime(step.at, at) ? [] : [`the step was taken then, and says ${step.at}`]),
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
      !UNVERSIONED.has(name) &&
      canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null),
  );
  return altered.length > 0 && before["version"] === after["version"]
    ? [`${altered.join(", ")} changed without a new version of the event`]
    : [];
}

/** The rule of a journaled item: the form of its keys, and its allowed changes. */
type ItemRule = JournalRule &
  Pick<ItemDefinition, "name" | "expires"> & { readonly pk: RegExp; readonly sk: RegExp };

const ITEM_RULES: readonly ItemRule[] = ITEMS.flatMap(({ name, key, journal, expires }) =>
  journal
    ? [
        {
          ...journal,
          name,
          pk: keyPattern(key.pk),
          sk: keyPattern(key.sk),
          ...(expires && { expires }),
        },
      ]
    : [],
);

/** Returns the rule for the item with this key; undefined for a key that the service never writes. */
const ruleFor = (pk: string, sk: string): ItemRule | undefined =>
  ITEM_RULES.find((rule) => rule.pk.test(pk) && rule.sk.test(sk));

/** True if the item may be older than its journal, see JournalRule. */
export function mayPredate(
  { pk, sk }: { readonly pk: string; readonly sk: string },
  item: AttributeMap,
) {
  const rules = ruleFor(pk, sk)?.mayPredate ?? [];
  return rules.some(
    ({ attribute, upTo }) => attribute in item && numberIn(item, attribute) <= upTo,
  );
}

const mayChange = ({ changes }: JournalRule, attribute: string): boolean =>
  "allBut" in changes ? !changes.allBut.includes(attribute) : changes.includes(attribute);

/** Returns the readable name of the item of a change. */
export const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }): string =>
  `${pk} ${sk}`;

/** Returns the names of the attributes in which two states of an item differ. */
export const differingIn = (before: AttributeMap, after: AttributeMap): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null))
    .sort();

/**
 * Finds changes that the service never makes. A write made outside the service is in the stream like any other, so only
 * the kind of change reveals it.
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
    ...(FAULTS_OF[rule.name]?.(plain.old, plain.now, at) ?? []),
  ];
  return faults.map((fault) => `${where}: ${fault}`);
}

type ItemFaults = (
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  at: string,
) => string[];

/** Finds a right that changed without the version of a write, which its row of the change history bears. */
const rightChangeFaults =
  ({ item, contentOf, versionOf }: Right): ItemFaults =>
  (before, after) => {
    // An earlier release counted no changes of accounts and of settings of connections.
    const isNumbered = before?.[item === CONNECTIONS_ITEM ? "settings_version" : "version"];
    const isSame = canonicalText(contentOf(before ?? {})) === canonicalText(contentOf(after));
    return !before ||
      isNumbered === undefined ||
      isSame ||
      versionOf(after) === versionOf(before) + 1
      ? []
      : [`the ${item.name} changed without the version of a write`];
  };

const FAULTS_OF: Readonly<Record<string, ItemFaults>> = {
  ...Object.fromEntries(RIGHTS.map((right) => [right.item.name, rightChangeFaults(right)])),
  [EVENT_ITEM.name]: eventChangeFaults,
  [API_KEY_ITEM.name]: (before, after) => (before ? keyEndFaults(before, after) : []),
  [OPENING_ITEM.name]: openingChangeFaults,
  [ECB_DAY_ITEM.name]: rateChangeFaults,
  [RATE_OVERLAY_ITEM.name]: overlayChangeFaults,
  [RATE_PROPOSALS_ITEM.name]: proposalChangeFaults,
  [WEBHOOKS_ITEM.name]: webhookChangeFaults,
  [WEBHOOK_SECRET_ITEM.name]: secretChangeFaults,
};

const hasExpired = ({ old, at }: JournalRecord): boolean =>
  old?.["expires_at"] !== undefined && numberIn(old, "expires_at") * 1000 <= Date.parse(at);

function alteredFaults(rule: ItemRule, old: AttributeMap, now: AttributeMap): string[] {
  const allowed = rule.name === EVENT_ITEM.name ? allowedOfEvent(old, now) : [];
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

/** Returns the further attributes of an event that may change, by the kind of change. */
function allowedOfEvent(old: AttributeMap, now: AttributeMap): readonly string[] | "all" {
  // A stub becomes the event that its non-sales have waited for; an undone event is replaced by a new one.
  if (!("event_type" in old) || isReplacement(old, now)) return "all";
  if (isUndo(old, now)) return [...ERASED, ...GOES_WITH_AN_UNDO];
  return isErasure(old, now) ? ERASED : [];
}

const numberIn = (item: AttributeMap, name: string): number => {
  const value = item[name];
  return value ? Number(plainValue(value)) : 0;
};
