import type { ItemGroup, TableAccess } from "../shared/platform/table/access.ts";
import { accessOf } from "./function-access.ts";

/** Items that come by the thousand: to read, sum and convert them takes a processor, not memory. */
const MANY: readonly ItemGroup[] = ["sums", "events_by_day", "transactions_by_day"];

/**
 * In MB, which Lambda gives processor time by: 1,769 are one whole processor. No function needs more
 * than 300 MB (docs/decisions/0073).
 */
export function memoryFor(table: TableAccess): number {
  if (table === "none") return 256;
  const { reads, writes } = accessOf(table);
  const isHeavy = reads.some((one) => MANY.includes(one)) || writes.includes("events");
  return isHeavy ? 1769 : 1024;
}
