import { MOVEMENT_ITEM } from "../../platform/table/import-items.ts";
import { EVENT_ITEM } from "../../platform/table/items.ts";
import type { Key } from "../../platform/table/keys.ts";
import { LOCK_ITEM } from "../../platform/table/period-items.ts";

const beginning = (key: string): string => key.slice(0, key.indexOf("#") + 1);

const EVENTS = beginning(EVENT_ITEM.key.pk);
const MOVEMENTS = beginning(MOVEMENT_ITEM.key.pk);
const LOCKS = beginning(LOCK_ITEM.key.pk);
const LOCK = beginning(LOCK_ITEM.key.sk);

/** The beginnings of the partitions whose items are in the lake. */
export const LAKE_PREFIXES = [EVENTS, MOVEMENTS, LOCKS];

export const isEventItem = ({ pk, sk }: Key): boolean =>
  pk.startsWith(EVENTS) && sk === EVENT_ITEM.key.sk;

export const isMovementItem = ({ pk }: Key): boolean => pk.startsWith(MOVEMENTS);

/** True for a locked return; its partition also has other items of locks. */
export const isLockItem = ({ pk, sk }: Key): boolean => pk.startsWith(LOCKS) && sk.startsWith(LOCK);
