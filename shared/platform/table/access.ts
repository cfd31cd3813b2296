import type * as auditItems from "./audit-items.ts";
import type * as connectionItems from "./connection-items.ts";
import type * as importItems from "./import-items.ts";
import type * as items from "./items.ts";
import type * as mailItems from "./mail-items.ts";
import type * as peopleItems from "./people-items.ts";
import type * as periodItems from "./period-items.ts";
import type * as rateItems from "./rate-items.ts";
import type { LISTINGS } from "./registry.ts";
import type * as vatNumberItems from "./vat-number-items.ts";
import type * as webhookItems from "./webhook-items.ts";

type Definitions = typeof items &
  typeof auditItems &
  typeof connectionItems &
  typeof importItems &
  typeof mailItems &
  typeof peopleItems &
  typeof periodItems &
  typeof vatNumberItems &
  typeof rateItems &
  typeof webhookItems;

/** The name of an item group, the unit of permissions. */
export type ItemGroup =
  | Extract<Definitions[keyof Definitions], { readonly key: unknown }>["group"]
  | (typeof LISTINGS)[number]["group"];

/**
 * The items that a handler reads and writes. Its function gets exactly these permissions. Permissions of every handler
 * of a scope, such as reading keys and storing responses, are not repeated in each row.
 */
export type TableAccess =
  | "none"
  | {
      readonly reads?: readonly ItemGroup[];
      readonly writes?: readonly ItemGroup[];
      /** Additional access to the partitions of sandboxes only. */
      readonly sandboxes?: SandboxAccess;
    };

export type SandboxAccess = {
  readonly reads?: readonly ItemGroup[];
  readonly writes?: readonly ItemGroup[];
  /** The item groups that the handler deletes. Items are deleted only in sandboxes. */
  readonly removes?: readonly ItemGroup[];
};
