import type { OpenedFigure } from "../events/opened-figure.ts";
import type { PeriodFacts } from "./load-period.ts";
import type { ReturnIdentity } from "./return-identity.ts";

/** The properties of every part of the page. */
export type PartProps = {
  readonly facts: PeriodFacts;
  readonly identity: ReturnIdentity;
  readonly onOpen: (figure: OpenedFigure) => void;
};

/** The properties of parts that change the period. */
export type ChangingPartProps = PartProps & {
  /** Called after a change, to reload all parts. */
  readonly onChanged: () => void;
};
