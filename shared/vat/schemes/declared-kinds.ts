import type { Placed, Scheme } from "./scheme.ts";
import { SUPPLY_KINDS } from "./supply-event.ts";

type Kind = Placed["supply_kind"];

/** Whether returns of the scheme declare goods, services, or both. */
export const declaredKinds = ({ id, takes, originOf }: Scheme): ReadonlySet<Kind> =>
  new Set(
    SUPPLY_KINDS.filter((supply_kind) => takes({ supply_kind, treatment: id })).map(
      (supply_kind) => originOf({ supply_kind }).supply_kind,
    ),
  );
