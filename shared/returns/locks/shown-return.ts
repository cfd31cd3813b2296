import * as z from "zod";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { countryBreakdown } from "../compute/by-state.ts";
import type { Covered } from "../compute/compute.ts";
import { CountryBreakdown, Return, unregistered } from "../schema.ts";
import { ChangedLines } from "./changed-lines.ts";
import type { ComparedLock } from "./compare-lock.ts";
import { LockedReturn, lockIdentity, sinceFields } from "./schema.ts";
import { hasChanged, lockPart } from "./view.ts";

const CurrentReturn = Return.meta({
  id: "CurrentReturn",
  description: "The return that the ledger makes today",
});

const ByCountry = CountryBreakdown.meta({ id: "ReturnByCountry" });

const lockFields = {
  ...lockIdentity,
  ...sinceFields,
  changed_lines: ChangedLines.nullable().describe("Null where `changed_since_lock` is null"),
};

const CURRENT =
  "The return that the ledger makes today, in responses whose own figures are the locked ones; null where `changed_since_lock` is null";
const LOCKED = "The return as it was locked, in previews, whose own figures are today's";

/** The response with the return of a period. */
export const ReturnAnswer = Return.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: CurrentReturn.nullable().optional().describe(CURRENT),
      locked_return: LockedReturn.optional().describe(LOCKED),
    })
    .meta({ id: "LockOfReturn" })
    .optional()
    .describe(
      "The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it",
    ),
  ...recountField,
  ...unregistered,
}).meta({ id: "Return" });

/** The response with the return by Member State. */
export const BreakdownAnswer = CountryBreakdown.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: ByCountry.nullable().optional().describe(CURRENT),
      locked_return: ByCountry.optional().describe(LOCKED),
    })
    .meta({ id: "LockOfBreakdown" })
    .optional()
    .describe(
      "The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it",
    ),
  ...recountField,
}).meta({ id: "CountryBreakdown" });

/** Returns the locked return with the current one beside it, or the preview of a return that is not locked. */
export const declaredReturn = (shown: ComparedLock | Covered) =>
  "lock" in shown
    ? {
        ...shown.locked_return,
        lock: { ...lockPart(shown), current_return: shown.current_return },
      }
    : shown.report;

/** Returns the locked return by Member State, or the preview of a return that is not locked. */
export const declaredBreakdown = (shown: ComparedLock | Covered) =>
  "lock" in shown
    ? {
        ...countryBreakdown(shown.locked_return),
        lock: {
          ...lockPart(shown),
          current_return: shown.current_return && countryBreakdown(shown.current_return),
        },
      }
    : countryBreakdown(shown.report);

/** Returns the lock beside a preview from which it differs, with the return as it was locked. */
export const lockBeside = (compared: ComparedLock | undefined) =>
  compared &&
  hasChanged(compared) && {
    lock: { ...lockPart(compared), locked_return: compared.locked_return },
  };

/** Returns the lock beside a preview by Member State from which it differs. */
export const lockBesideBreakdown = (compared: ComparedLock | undefined) =>
  compared &&
  hasChanged(compared) && {
    lock: { ...lockPart(compared), locked_return: countryBreakdown(compared.locked_return) },
  };
