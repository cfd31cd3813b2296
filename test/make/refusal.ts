import type * as z from "zod";
import { DomainError } from "../../shared/core/errors/errors.ts";

/** The DomainError that `decide` throws; fails when it throws none. */
export function errorOf(decide: () => unknown): DomainError {
  try {
    decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

/** The fields a refusal names, in its order. */
export const fieldsOf = ({ details = [] }: DomainError): string[] =>
  details.map(({ field }) => field);

/** The fields a schema finds fault with, sorted, each once. */
export function misreadFields(error: z.ZodError | undefined): string[] {
  const paths = (error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path],
  );
  return [...new Set(paths.map((path) => path.join(".")))].sort();
}
