import * as z from "zod";
import { Identifier } from "../../vat/seller/identifier.ts";

const MOST_REGISTRATIONS = 200;

const RegistrationId = z.int().positive().describe("The id of a registration of the account");

/** Body of PUT /v1/account/identifiers. */
export const FullIdentifiers = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({
            registration_id: RegistrationId,
            number: Identifier.describe("Number in full: VAT number, EU… or IM… number"),
            intermediary_number: Identifier.optional().describe("Number of the intermediary, IN…"),
          })
          .meta({ id: "FullIdentifier" }),
      )
      .max(MOST_REGISTRATIONS)
      .refine(
        (items) => new Set(items.map((item) => item.registration_id)).size === items.length,
        "must name each registration once",
      )
      .describe("The numbers to store; those before are replaced, unless `keep_others` is true"),
    keep_others: z
      .boolean()
      .default(false)
      .describe("True if the stored numbers of other registrations stay"),
  })
  .meta({ id: "FullIdentifiers" });
export type FullIdentifiers = Readonly<z.output<typeof FullIdentifiers>>;

export const StoredIdentifiers = z
  .strictObject({
    items: z.array(
      z
        .strictObject({
          registration_id: RegistrationId,
          number_masked: z.string().describe("The stored number, masked"),
          intermediary_number_masked: z
            .string()
            .nullable()
            .describe("The stored number of the intermediary, masked; null: none"),
        })
        .meta({ id: "StoredIdentifier" }),
    ),
    stored_at: z.iso.datetime().nullable().describe("Time of storage; null if none are stored"),
    stored_by: z.string().nullable().describe("The id of the key or person who stored them"),
  })
  .meta({ id: "StoredIdentifiers" });
export type StoredIdentifiers = z.output<typeof StoredIdentifiers>;

export const NO_IDENTIFIERS: StoredIdentifiers = { items: [], stored_at: null, stored_by: null };
