import * as z from "zod";
import { maskIdentifier, normalized } from "../registrations/identifier.ts";
import type { NewProfile } from "./requests.ts";

/** What is kept of an account; an account that was never described has no establishment at all. */
export const Profile = z.object({
  establishment_country: z.string().optional(),
  fixed_establishments: z.array(
    z.strictObject({ country: z.string(), vat_number_masked: z.string().optional() }),
  ),
  display_name: z.string().optional(),
  lock_requires_ready: z.boolean().optional(),
  updated_at: z.string().optional(),
});
export type Profile = Readonly<z.output<typeof Profile>>;

export const NO_PROFILE: Profile = { fixed_establishments: [] };

/** GET and PUT /v1/account. */
export const ProfileAnswer = z
  .strictObject({
    account: z.string(),
    establishment_country: z.string().nullable(),
    fixed_establishments: Profile.shape.fixed_establishments,
    display_name: z.string().optional(),
    lock_requires_ready: z.boolean(),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "AccountProfile" });
export type ProfileAnswer = z.input<typeof ProfileAnswer>;

/** The profile a request describes, its numbers masked. `now` is when it was set. */
export function profileOf(request: NewProfile, now: Date): Profile {
  const fixed_establishments = request.fixed_establishments.map(
    ({ country, vat_number, vat_number_masked }) => {
      const mask = vat_number ? maskIdentifier(normalized(vat_number)) : vat_number_masked;
      return { country, ...(mask && { vat_number_masked: mask }) };
    },
  );
  return { ...request, fixed_establishments, updated_at: now.toISOString() };
}

/** What callers see of a profile. */
export const answerOf = (account: string, profile: Profile): ProfileAnswer => ({
  account,
  ...profile,
  establishment_country: profile.establishment_country ?? null,
  lock_requires_ready: profile.lock_requires_ready ?? false,
  updated_at: profile.updated_at ?? null,
});
