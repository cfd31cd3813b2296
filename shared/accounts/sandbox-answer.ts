import * as z from "zod";

/** GET and DELETE /v1/sandbox. */
export const SandboxAnswer = z
  .strictObject({
    account: z.string().describe("The ledger that test keys open"),
    emptied: z
      .array(
        z.strictObject({
          account: z.string().describe("The ledger that they opened before"),
          emptied_at: z.iso.datetime(),
          emptied_by: z.string().describe("The id of the key that asked for it"),
          removed: z
            .boolean()
            .describe("Whether all of it is removed; nobody can read it either way"),
        }),
      )
      .describe("The last 20 times that the sandbox was emptied, the latest first"),
  })
  .meta({ id: "Sandbox" });
export type SandboxAnswer = z.input<typeof SandboxAnswer>;
