import type { EventRecord } from "../events/event-record.ts";
import { askedOf } from "./article-63c.ts";
import type { RecordsJob } from "./job.ts";

/** How often each point of Art. 63c was asked of these events, and how often it is not known. */
export function pointCounts(events: readonly EventRecord[]): RecordsJob["points"] {
  const counts: Record<string, { asked: number; not_known: number }> = {};
  for (const event of events) {
    for (const { name, isKnown } of askedOf(event)) {
      const count = counts[name] ?? { asked: 0, not_known: 0 };
      counts[name] = count;
      count.asked += 1;
      if (!isKnown(event)) count.not_known += 1;
    }
  }
  return counts;
}
