import { eventKey, type Key } from "../../platform/table/keys.ts";
import { movementKey } from "../../platform/table/movement-keys.ts";
import { lockKey } from "../../platform/table/period-keys.ts";

const beginning = (key: string): string => key.slice(0, key.indexOf("#") + 1);

const EVENT = eventKey("", "");
const MOVEMENT = movementKey("", { day: "", id: "" });
const LOCK = lockKey("", { scheme_type: "union_oss", period_key: "", registration_id: 0 });

const EVENTS = beginning(EVENT.pk);
const MOVEMENTS = beginning(MOVEMENT.pk);
const LOCKS = beginning(LOCK.pk);

/** The beginnings of the partitions whose items are in the lake. */
export const LAKE_PREFIXES = [EVENTS, MOVEMENTS, LOCKS];

export const isEvent = ({ pk, sk }: Key): boolean => pk.startsWith(EVENTS) && sk === EVENT.sk;

export const isMovement = ({ pk }: Key): boolean => pk.startsWith(MOVEMENTS);

/** True for a locked return; its partition also has other items of locks. */
export const isLock = ({ pk, sk }: Key): boolean =>
  pk.startsWith(LOCKS) && sk.startsWith(beginning(LOCK.sk));
