import type fc from "fast-check";
import type { ReferenceModel } from "./reference-model.ts";
import type { Service } from "./service.ts";

export type Step = fc.AsyncCommand<ReferenceModel, Service>;

/** How often each kind of step was taken in this process, and what was compared. */
export const taken = new Map<string, number>();
export const compared = new Map<string, number>();

export const note = (counts: Map<string, number>, name: string, more = 1): unknown =>
  counts.set(name, (counts.get(name) ?? 0) + more);

/** A step of a history: it does the same to the model and to the service, and compares. */
export const step = (
  name: string,
  draw: unknown,
  run: (model: ReferenceModel, service: Service) => Promise<void>,
): Step => ({
  check: () => true,
  run: async (model, service) => {
    note(taken, name);
    await run(model, service);
  },
  toString: () => `${name} ${JSON.stringify(draw)}`,
});
