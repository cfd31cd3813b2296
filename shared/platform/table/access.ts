import type * as items from "./items.ts";
import type * as periodItems from "./period-items.ts";
import type { LISTINGS } from "./registry.ts";
import type * as webhookItems from "./webhook-items.ts";

type Definitions = typeof items & typeof periodItems & typeof webhookItems;

/** The name of a group of items: the unit of permissions. */
export type ItemGroup =
  | Extract<Definitions[keyof Definitions], { readonly key: unknown }>["group"]
  | (typeof LISTINGS)[number]["group"];

/**
 * The items that a handler reads and writes. Its function may do that and no more. What every handler of a scope
 * does, reading keys and storing responses, is not repeated in each row.
 */
export type TableAccess =
  | "none"
  | {
      readonly reads?: readonly ItemGroup[];
      readonly writes?: readonly ItemGroup[];
      /** The same in the partitions of sandboxes alone. */
      readonly sandboxes?: SandboxAccess;
    };

export type SandboxAccess = {
  readonly reads?: readonly ItemGroup[];
  readonly writes?: readonly ItemGroup[];
  /** The items that it deletes: nothing is deleted outside of sandboxes. */
  readonly removes?: readonly ItemGroup[];
};
