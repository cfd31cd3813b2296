import * as z from "zod";

/** The body of a message: a file to read, or one part of it to commit. */
export const ImportMessage = z.strictObject({
  account: z.string().min(1),
  import_id: z.string().min(1),
  pass: z.int().min(0),
  part: z.int().positive().optional(),
});
export type ImportMessage = z.output<typeof ImportMessage>;

/** @throws SyntaxError or ZodError for a message that nobody of ours has sent. */
export const importIn = (body: string): ImportMessage => ImportMessage.parse(JSON.parse(body));

/** The messages for parts of a job. */
export const messagesFor = (
  account: string,
  { id, pass }: { readonly id: string; readonly pass: number },
  parts: readonly number[],
): ImportMessage[] => parts.map((part) => ({ account, import_id: id, pass, part }));
