import type { TableUses } from "../table/item.ts";

/** Of `takeLease`. */
export const LEASE_USES: TableUses = ["GetItem worker_leases", "UpdateItem worker_leases"];
