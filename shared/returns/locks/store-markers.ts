import { changesIn } from "../../ledger/sums/store-sums.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { markOf, marksOf } from "../../platform/table/period-keys.ts";
import { LockMarker, OpeningMarker, type PeriodMarkers } from "./period-markers.ts";

/** Reads the markers of all partitions that begin with `partitions`, strongly consistent. */
export async function loadMarkers(account: string, partitions: string): Promise<PeriodMarkers> {
  const items = await queryAll({ ...marksOf(account, partitions), ConsistentRead: true });
  const placed = items.map((item) => ({ item, ...markOf(String(item["sk"])) }));
  return new Map(
    [...Map.groupBy(placed, ({ partition }) => partition)].map(([partition, own]) => {
      const of = (kind: string) => own.filter((one) => one.kind === kind).map(({ item }) => item);
      return [
        partition,
        {
          changes: changesIn(own.map(({ item }) => item)),
          locks: of("lock").map((item) => LockMarker.parse(item)),
          openings: of("opening")
            .map((item) => OpeningMarker.parse(item))
            .filter(({ withdrawn }) => !withdrawn),
        },
      ];
    }),
  );
}
