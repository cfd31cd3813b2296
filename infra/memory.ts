import type { ItemGroup, TableUses } from "../shared/platform/table/item.ts";
import { accessOf, readBy, writtenBy } from "./function-access.ts";

/** Item families read by the thousand. Reading, adding and converting such items takes processor time, not memory. */
const MANY: readonly ItemGroup[] = ["sums", "events_by_day", "transactions_by_day"];

/**
 * Returns the memory of a function in MB. Lambda assigns processor time by memory; 1,769 MB buy one whole processor.
 * No function uses more than 300 MB (docs/decisions/0073).
 */
export function memoryFor(table: TableUses): number {
  const access = accessOf({ table });
  const [reads, writes] = [readBy(access), writtenBy(access)];
  // The public catalogue reads this one item with a small client, every five minutes.
  if (reads.every((itemGroup) => itemGroup === "rate_overlay") && writes.length === 0) return 256;
  const isHeavy = reads.some((itemGroup) => MANY.includes(itemGroup)) || writes.includes("events");
  return isHeavy ? 1769 : 1024;
}
