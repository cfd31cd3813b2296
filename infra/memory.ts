import type { ItemGroup, TableAccess } from "../shared/platform/table/item.ts";
import { accessOf } from "./function-access.ts";

/** Item families read by the thousand. Reading, adding and converting such items takes processor time, not memory. */
const MANY: readonly ItemGroup[] = ["sums", "events_by_day", "transactions_by_day"];

/**
 * Returns the memory of a function in MB. Lambda assigns processor time by memory; 1,769 MB buy one whole processor.
 * No function uses more than 300 MB (docs/decisions/0073).
 */
export function memoryFor(table: TableAccess): number {
  if (table === "none") return 256;
  const { reads, writes } = accessOf(table);
  // The public catalogue reads this one item with a small client, every five minutes.
  if (reads.every((itemGroup) => itemGroup === "rate_overlay") && writes.length === 0) return 256;
  const isHeavy = reads.some((itemGroup) => MANY.includes(itemGroup)) || writes.includes("events");
  return isHeavy ? 1769 : 1024;
}
