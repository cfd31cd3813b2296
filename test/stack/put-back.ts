import { vi } from "vitest";
import { forgetVatRates } from "../../shared/vat/reference-data/vat-rates.ts";

/*
 * Most files of tests share a process. What a file changes in it is put back before the next one begins, if it is named here
 * or was handed to `putBackLater`. test/structure/test-rules.test.ts checks that a file changes nothing else.
 */

/** The environment as it was before the first file. */
const first: Readonly<NodeJS.ProcessEnv> = { ...process.env };
const undo: (() => void)[] = [];

/** Has a change of this process undone before the next file begins. */
export const putBackLater = (change: () => void): void => void undo.push(change);

/**
 * Lets no call end by a deadline until the file is over: on a busy machine the engine may take longer than the second that
 * the product gives it.
 */
export function withoutDeadlines(): void {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  putBackLater(() => {
    AbortSignal.timeout = timeout;
  });
}

/** Puts back clock, spies, globals, clients, accepted rates and environment, and then sets the environment of the stack. */
export function putBack(env: Readonly<NodeJS.ProcessEnv>): void {
  for (const change of undo.splice(0).reverse()) change();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  forgetVatRates();
  const all = { ...first, ...env };
  for (const name of Object.keys(process.env)) if (!(name in all)) delete process.env[name];
  for (const [name, value] of Object.entries(all)) {
    if (process.env[name] !== value) process.env[name] = value;
  }
}

export type Answer = { readonly output: unknown };
type Send = (args: { readonly input: object }) => Promise<Answer>;
type Step = (next: Send, context: { readonly commandName?: string }) => Send;
type Client = { readonly middlewareStack: object };
type Steps = {
  readonly add: (step: Step, options: { readonly step: "initialize" }) => void;
  readonly remove: (step: Step) => boolean;
};

/**
 * Has every call of a client go through `step`, until the file is over.
 * @returns what takes the step away before
 */
export function atEachCall({ middlewareStack }: Client, step: Step): () => void {
  const steps = middlewareStack as Steps;
  steps.add(step, { step: "initialize" });
  const remove = () => void steps.remove(step);
  putBackLater(remove);
  return remove;
}
