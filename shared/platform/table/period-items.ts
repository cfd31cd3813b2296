import { ANY, ANYTHING, defineItem } from "./item.ts";
import {
  changeMarkKey,
  lockChainKey,
  lockKey,
  lockMarkKey,
  openingKey,
  openingMarkKey,
  openingStateKey,
  paymentsKey,
  preparationKey,
  sheetTicksKey,
} from "./period-keys.ts";

const ANY_PERIOD = { scheme_type: ANY, period_key: ANY, registration_id: 0 };

/** The snapshot of a locked return. Few functions may access its partition. */
export const LOCK_ITEM = defineItem({
  name: "lock",
  key: lockKey(ANY, ANY_PERIOD),
  version: 1,
  group: "locks",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ["filed"], once: ["filed"] },
  sandbox: "removed",
});

export const LOCK_CHAIN_ITEM = defineItem({
  ...LOCK_ITEM,
  name: "end of the chain of locks",
  key: lockChainKey(ANY),
  version: 1,
  journal: { changes: ANYTHING, rises: ["count"] },
});

/** The number of changes to the sums of a period since it ended. */
export const CHANGE_MARKER_ITEM = defineItem({
  name: "mark of changes",
  key: changeMarkKey(ANY, ANY, 0),
  version: 1,
  group: "marks",
  reads: ["Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ["changes"], rises: ["changes"] },
  sandbox: "removed",
});

/** The part of a locked return that later returns need. */
export const LOCK_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of a lock",
  key: lockMarkKey(ANY, ANY, 0),
  version: 1,
  journal: { changes: [] },
});

/** The part of an externally filed return that later returns need. */
export const OPENING_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of an opening",
  key: openingMarkKey(ANY, ANY, 0),
  version: 1,
  journal: { changes: ANYTHING },
});

/** A return that was filed before the account used this service. */
export const OPENING_ITEM = defineItem({
  name: "opening",
  key: openingKey(ANY, ANY_PERIOD),
  version: 1,
  group: "openings",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ANYTHING },
  sandbox: "removed",
});

/** The counters by which locks and openings exclude each other. */
export const OPENING_STATE_ITEM = defineItem({
  ...OPENING_ITEM,
  name: "state of openings",
  key: openingStateKey(ANY, ANY),
  version: 1,
  journal: {
    changes: ["locks_written", "openings_written"],
    rises: ["locks_written", "openings_written"],
  },
});

/** The lines of a return that a person has typed into a portal. Derived from nothing, and evidence of nothing. */
export const SHEET_TICKS_ITEM = defineItem({
  name: "ticks of an entry sheet",
  key: sheetTicksKey(ANY, ANY_PERIOD),
  version: 1,
  group: "sheet_ticks",
  reads: ["GetItem"],
  writes: ["UpdateItem"],
  journal: false,
  sandbox: "removed",
});

/** The marks of persons on the figures of an open return. */
export const PREPARATION_ITEM = defineItem({
  name: "preparation",
  key: preparationKey(ANY, ANY_PERIOD),
  version: 1,
  group: "preparations",
  reads: ["GetItem", "Query"],
  writes: ["PutItem"],
  journal: { changes: ["content_sha256", "marks", "version", "write_id"], rises: ["version"] },
  sandbox: "removed",
});

/** The payments of a locked return. */
export const PAYMENTS_ITEM = defineItem({
  name: "payments",
  key: paymentsKey(ANY, ANY_PERIOD),
  version: 1,
  group: "payments",
  reads: ["Query"],
  writes: ["PutItem"],
  journal: { changes: ["payments", "version"], rises: ["version"] },
  sandbox: "removed",
});
