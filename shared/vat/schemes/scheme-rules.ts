import type { Fault } from "../../core/errors/errors.ts";
import type { PartOf } from "../../core/input/cross-field-rules.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { isImport, type SupplyEvent } from "./supply-event.ts";

/** What is wrong with what an event says of a consignment and of where it comes from. */
export function importFaults(event: PartOf<SupplyEvent>): Fault[] {
  const { supply_kind } = event;
  if (supply_kind === undefined) return [];
  const faults: Fault[] = [];
  const only = "only for imported_goods";
  if (!isImport({ supply_kind })) {
    if (event.consignment) faults.push({ field: "consignment", message: only });
    if (event.origin_country) faults.push({ field: "origin_country", message: only });
    return faults;
  }
  if (event.event_type === "sale" && !event.consignment) {
    faults.push({ field: "consignment", message: "required for imported_goods" });
  }
  if (event.origin_country !== undefined && isMemberState(event.origin_country)) {
    faults.push({ field: "origin_country", message: "must lie outside the Union" });
  }
  return faults;
}
