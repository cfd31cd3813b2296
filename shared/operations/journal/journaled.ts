import { isSandbox } from "../../core/sandbox-account.ts";
import { ITEM_FAMILIES } from "../../platform/table/item-families.ts";

const prefixOf = (pk: string): string => (pk.includes("#") ? pk.slice(0, pk.indexOf("#") + 1) : pk);

const prefixes = Object.values(ITEM_FAMILIES).flatMap(({ items, index, unjournaled }) =>
  index ? [] : items.map(({ pk }) => ({ prefix: prefixOf(pk), unjournaled: unjournaled === true })),
);

/**
 * How the partitions begin whose changes the journal keeps: all that decides what a return says, who may
 * ask for it, and what was declared. Sums follow from events, and the rest is of the moment.
 */
export const JOURNALED_PREFIXES: readonly string[] = [
  ...new Set(prefixes.filter(({ unjournaled }) => !unjournaled).map(({ prefix }) => prefix)),
];

/** Of items that are there for a reason, and not in the journal. */
const OTHER_PREFIXES: readonly string[] = prefixes
  .filter(({ unjournaled }) => unjournaled)
  .map(({ prefix }) => prefix);

const beginsWithOne = (pk: string, of: readonly string[]): boolean =>
  of.some((prefix) => pk.startsWith(prefix));

/** Sandboxes are left out: what is tried out is removed again, and would lie in the journal for ten years. */
export const isJournaled = (pk: string): boolean =>
  beginsWithOne(pk, JOURNALED_PREFIXES) && !isOfSandbox(pk);

/** Whether the partition is one of a sandbox: a ledger's name stands behind the kind. */
export const isOfSandbox = (pk: string): boolean => isSandbox(pk.split("#")[1] ?? "");

/** Whether no kind of item of the service has such a partition. */
export const isOfNoKind = (pk: string): boolean =>
  !beginsWithOne(pk, [...JOURNALED_PREFIXES, ...OTHER_PREFIXES]);

/** The partitions that hold journaled items of an account alone, and of which the index has some. */
export const partitionsOf = (account: string) =>
  Object.values(ITEM_FAMILIES)
    .filter(({ unjournaled }) => !unjournaled)
    .flatMap(({ items, index }) => items.map(({ pk }) => ({ pk, index: index === true })))
    .filter(({ pk }) => OF_ONE_ACCOUNT.test(pk))
    .map(({ pk, index }) => ({ pk: `${prefixOf(pk)}${account}`, index }));

/** A key's partition ends with its own id. */
const OF_ONE_ACCOUNT = /^(?!KEY#)\w+#\*$/;
