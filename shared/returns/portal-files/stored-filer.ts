import { invalidRequest } from "../../core/errors/errors.ts";
import { loadFullIdentifier } from "../../ledger/full-identifiers/store-full-identifiers.ts";
import type { Filer } from "./request.ts";

/** The caller of a file, and the registration that the return is filed under. */
type FileCaller = {
  readonly account: string;
  /** A read-only key never gets a number that it does not send. */
  readonly scope: "full" | "read-only";
  readonly registration_id: number;
};

/** Reads the stored numbers of the registration, for a caller who may get them. */
export const storedNumbers = async ({ account, scope, registration_id }: FileCaller) =>
  scope === "full" ? loadFullIdentifier(account, registration_id) : undefined;

/**
 * Returns the filer with the stored numbers in place of those that the request leaves out.
 * @throws DomainError `invalid_request` if neither has the number
 */
export async function withStoredNumbers(filer: Filer, caller: FileCaller): Promise<Filer> {
  if (filer.vat_number !== "") return filer;
  const stored = await storedNumbers(caller);
  if (!stored) {
    const message = "is required: no number of the registration is stored for this caller";
    throw invalidRequest([{ field: "filer.vat_number", message }]);
  }
  const intermediary_number = filer.intermediary_number ?? stored.intermediary_number;
  return {
    ...filer,
    vat_number: stored.number,
    ...(intermediary_number === undefined ? {} : { intermediary_number }),
  };
}
