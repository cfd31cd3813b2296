import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Language } from "../../core/language.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import type { PeriodState } from "../locks/state.ts";
import type { Making } from "./artifacts.ts";

const Instant = z.iso.datetime();

const author = {
  by: z.string().describe("Id of the API key or person"),
  name: z.string().nullable().describe("Name of the person, as the issuer said it; null for a key"),
};

/** The persons and days that stand behind a return. */
const SignOff = z
  .strictObject({
    prepared: z
      .array(z.strictObject({ ...author, at: Instant.nullable() }))
      .describe(
        "Marks on exactly these figures; `at` is null where only the lock names the author",
      ),
    locked: z
      .strictObject({ ...author, at: Instant })
      .nullable()
      .describe("The approver who reviewed and locked the return; null before"),
    filed: z
      .strictObject({
        ...author,
        at: Instant.describe("When the filing was recorded, UTC"),
        on: IsoDate.describe("The day the return was submitted"),
        reference: z.string().nullable().describe("The reference of the tax authority"),
      })
      .nullable()
      .describe("The record of the filing; null before"),
  })
  .meta({ id: "ReturnSignOff" });
export type SignOff = z.output<typeof SignOff>;

/** The client and the persons that the papers of a return name. */
export const PaperFacts = z.strictObject({
  client: z
    .strictObject({
      display_name: z.string().nullable().describe("Name of the account; null if none was entered"),
      identification_number_masked: z
        .string()
        .nullable()
        .describe("Number of the registration, masked; null if none was entered"),
      intermediary_name: z.string().nullable().describe("Of the import scheme; null without one"),
    })
    .meta({ id: "PaperClient" })
    .describe("The business whose return it is"),
  sign_off: SignOff.describe("The persons and days that stand behind the return"),
});
export type PaperFacts = z.output<typeof PaperFacts>;

/** The context of a paper: of its file, who it names, and its language. */
export type PaperMaking = Making & { readonly facts: PaperFacts; readonly language: Language };

/** Returns what papers say of the client of a return. */
export const clientOnPaper = (
  { display_name }: { readonly display_name?: string | undefined },
  registration: Registration,
): PaperFacts["client"] => ({
  display_name: display_name ?? null,
  identification_number_masked: registration.vat_registration_number_masked ?? null,
  intermediary_name: registration.ioss_intermediary_name ?? null,
});

/** The marks on the figures of a return. */
type Marks = readonly { readonly person: string; readonly prepared_at: string }[];

/** Returns who stands behind a return, with the names of those who are persons. */
export function signOffOf(
  marks: Marks,
  lock: Pick<LockedPeriod, "locked_at" | "locked_by" | "prepared_by" | "filed"> | undefined,
  names: ReadonlyMap<string, { readonly name?: string | undefined }> = new Map(),
): SignOff {
  const named = (by: string) => ({ by, name: names.get(by)?.name ?? null });
  const prepared = marks.map((mark) => ({ ...named(mark.person), at: mark.prepared_at }));
  const only = lock?.prepared_by;
  const { filed } = lock ?? {};
  return {
    prepared: prepared.length === 0 && only ? [{ ...named(only), at: null }] : prepared,
    locked: lock ? { ...named(lock.locked_by), at: lock.locked_at } : null,
    filed: filed
      ? {
          ...named(filed.recorded_by),
          at: filed.recorded_at,
          on: filed.filed_at,
          reference: filed.filing_reference ?? null,
        }
      : null,
  };
}

export const stateOfPaper = ({ locked, filed }: SignOff): PeriodState => {
  if (filed) return "filed";
  return locked ? "locked" : "open";
};
