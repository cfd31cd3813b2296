import type { ReturnIdentity } from "../period/return-identity.ts";
import type { FilingFacts } from "./load-filing.ts";

/** The properties of every step. */
export type StepProps = {
  readonly facts: FilingFacts;
  readonly identity: ReturnIdentity;
  /** Called when the status of the period changes, to reload all steps. */
  readonly onChanged: () => void;
};
