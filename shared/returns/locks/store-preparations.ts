import { queryAll } from "../../platform/dynamodb/read.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { PREPARATION_ITEM } from "../../platform/table/period-items.ts";
import { type LockName, preparationKey, preparationsOf } from "../../platform/table/period-keys.ts";
import { Preparation, UNPREPARED } from "./preparation.ts";

const itemOf = (name: LockName): VersionedItem<Preparation> => ({
  key: (account) => preparationKey(account, name),
  schema: Preparation,
  empty: UNPREPARED,
  definition: PREPARATION_ITEM,
  name: "marks of the return",
});

/** Reads the marks of a return, strongly consistent. */
export const loadPreparation = (account: string, name: LockName): Promise<Preparation> =>
  loadVersioned(itemOf(name), account);

/** Reads the marks of all returns of an account in one query, strongly consistent. */
export async function loadPreparations(
  account: string,
): Promise<(name: LockName) => Preparation | undefined> {
  const items = await queryAll({ ...preparationsOf(account), ConsistentRead: true });
  const bySk = new Map(items.map((item) => [item["sk"], Preparation.parse(item)]));
  return (name) => bySk.get(preparationKey(account, name).sk);
}

/**
 * Replaces the marks of a return by the result of `decide`; see updateVersioned.
 * @throws DomainError `not_ready`
 */
export const updatePreparation = (
  account: string,
  name: LockName,
  decide: (present: Preparation) => Preparation,
): Promise<Preparation> => updateVersioned(itemOf(name), account, decide);
