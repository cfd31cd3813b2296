import * as z from "zod";

/** What an account may be called. */
export const ACCOUNT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

const ofOne = { account: z.string().regex(ACCOUNT_NAME) };

/** What an operator may ask for: the event of the function behind it, and the arguments of the command. */
export const OperatorCommand = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("list") }),
  z.strictObject({ action: z.literal("suspend"), ...ofOne }),
  z.strictObject({ action: z.literal("resume"), ...ofOne }),
  z.strictObject({ action: z.literal("close"), ...ofOne }),
  z.strictObject({ action: z.literal("erase-free-text"), ...ofOne }),
]);
export type OperatorCommand = z.output<typeof OperatorCommand>;
