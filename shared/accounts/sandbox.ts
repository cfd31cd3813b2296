import * as z from "zod";
import { type AccountId, type AuthorId, type LedgerId, sandboxOf } from "../core/ids.ts";
import { isAccount } from "./store-accounts.ts";

const Emptying = z.object({
  /** The generation of the emptied ledger. */
  generation: z.int().min(1),
  emptied_at: z.string(),
  /** The id of the key that emptied the sandbox. */
  emptied_by: z.string(),
});

/** The current sandbox of an account. Each emptying starts the next generation, and the previous one is removed. */
export const SandboxState = z.object({
  version: z.int(),
  generation: z.int().min(1),
  /** The emptied sandboxes, the latest first. */
  emptied: z.array(Emptying),
});
export type SandboxState = z.output<typeof SandboxState>;

/** The state of an account whose sandbox was never emptied. */
export const FIRST_SANDBOX: SandboxState = { version: 0, generation: 1, emptied: [] };

/**
 * Maximum number of listed emptyings. The item is read with every call of a test key; older emptyings are in the
 * journal.
 */
const MOST_LISTED = 20;

/** Returns the state after emptying the sandbox: the account has a new one. */
export const emptied = (
  { version, generation, emptied: before }: SandboxState,
  by: { readonly author: AuthorId; readonly now: Date },
): SandboxState => {
  const latest = { generation, emptied_at: by.now.toISOString(), emptied_by: by.author };
  return {
    version: version + 1,
    generation: generation + 1,
    emptied: [latest, ...before].slice(0, MOST_LISTED),
  };
};

/** Returns the ledger that the account's test keys open. */
export const openSandbox = (account: AccountId, { generation }: SandboxState): LedgerId =>
  sandboxOf(account, generation);

/** Response of GET and DELETE /v1/sandbox. */
export const SandboxAnswer = z
  .strictObject({
    account: z.string().brand("AccountId").describe("The ledger that test keys open"),
    emptied: z
      .array(
        z.strictObject({
          account: z.string().brand("AccountId").describe("Ledger that test keys opened before"),
          emptied_at: z.iso.datetime(),
          emptied_by: z.string().describe("Id of the key that emptied the sandbox"),
          removed: z
            .boolean()
            .describe("True if all of its data is removed; nobody can read the rest"),
        }),
      )
      .describe("The last 20 times that the sandbox was emptied, the latest first"),
  })
  .meta({ id: "Sandbox" });
export type SandboxAnswer = z.input<typeof SandboxAnswer>;

/** Describes the current sandbox and the emptied ones, with the progress of their removal. */
export async function describeSandbox(
  account: AccountId,
  state: SandboxState,
): Promise<SandboxAnswer> {
  const emptied = state.emptied.map(async ({ generation, emptied_at, emptied_by }) => {
    const ledger = sandboxOf(account, generation);
    return { account: ledger, emptied_at, emptied_by, removed: !(await isAccount(ledger)) };
  });
  return { account: openSandbox(account, state), emptied: await Promise.all(emptied) };
}
