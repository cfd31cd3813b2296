import * as z from "zod";
import { noSuch } from "../core/errors/errors.ts";
import { Name } from "../core/input/fields.ts";
import { loadedListQuery, NextCursor, pageOfAll } from "../core/input/pagination.ts";
import { endOf, isEnded, StoredKey } from "../platform/credentials/api-key.ts";
import { ROTATION_HOURS } from "./keys.ts";

const { scope, mode } = StoredKey.shape;

const KeyId = z
  .string()
  .regex(/^[a-z0-9]{16}$/, noSuch("key"))
  .brand("AuthorId");

export const KeyPath = z.strictObject({ id: KeyId });

/** An instant in one normalized form, because instants are compared as texts. */
const Instant = z.iso
  .datetime("must be an instant in UTC, such as 2027-01-31T00:00:00Z")
  .transform((instant) => new Date(instant).toISOString());

/** Body of POST /v1/api-keys. */
export const NewKey = z
  .strictObject({
    name: Name,
    scope,
    mode: mode
      .optional()
      .describe(
        "Mode of the new key; that of the requesting key, and `live` for a person, unless given",
      ),
    expires_at: Instant.optional().describe(
      "Time when the new key expires; if left out, it expires with the requesting key or not at all",
    ),
  })
  .meta({ id: "ApiKeyRequest" });
export type NewKey = z.output<typeof NewKey>;

/** Body of POST /v1/api-keys/{id}/rotate. */
export const KeyRotation = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(ROTATION_HOURS)
      .default(ROTATION_HOURS)
      .describe("Hours for which the old key remains valid; 0 ends it at once"),
  })
  .meta({ id: "KeyRotation" });

const fields = {
  id: z.string().describe("The third part of the key; logs and audit records name it"),
  name: z.string().nullable(),
  scope: scope.describe("Scope of the key, `full` or `read-only`"),
  mode,
  status: z
    .enum(["active", "rotated", "expired", "revoked"])
    .describe(
      "Status of the key; a `rotated` one is replaced by another, and works until `expires_at`",
    ),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable().describe("Id of the creating key or person; null: operator"),
  person: z.string().nullable().describe("Id of the key's person; null for an operator's"),
  expires_at: z.iso.datetime().nullable(),
  replaced_by: z.string().nullable().describe("Id of the key that replaced it; null if none did"),
  revoked_at: z.iso.datetime().nullable(),
  revoked_by: z
    .string()
    .nullable()
    .describe(
      "Id of the key or person that revoked it; null for an operator, or if it is not revoked",
    ),
  last_used_on: z.iso.date().nullable().describe("UTC day of the last use; null if never used"),
};

export const ApiKeyView = z.strictObject(fields).meta({ id: "ApiKey" });
export type ApiKeyView = z.output<typeof ApiKeyView>;

export const KeyWithSecret = z
  .strictObject({
    ...fields,
    api_key: z.string().describe("The key itself. It is not stored, and never shown again"),
  })
  .meta({ id: "ApiKeyWithSecret" });

const LIST = "api-keys";

export const KeyListQuery = loadedListQuery(LIST);

export const KeyList = z
  .strictObject({
    items: z.array(ApiKeyView),
    next_cursor: NextCursor,
    full_access: z
      .strictObject({
        keys: z.int().describe("Full keys that work"),
        ends_at: z.iso
          .datetime()
          .nullable()
          .describe(
            "Time when the last of the full keys expires, UTC; null if one does not expire, or there is none",
          ),
      })
      .describe(
        "Number and latest expiry of the full keys: the account can be written to with these",
      ),
  })
  .meta({ id: "ApiKeyList" });

export type UsedKey = { readonly key: StoredKey; readonly last_used_on?: string | undefined };

/** Returns a key as a response shows it, without its secret. */
export const keyView = ({ key, last_used_on }: UsedKey, now: Date): ApiKeyView => ({
  id: key.key_id,
  name: key.name ?? null,
  scope: key.scope,
  mode: key.mode,
  status: statusOf(key, now),
  created_at: key.created_at,
  created_by: key.created_by ?? null,
  person: key.person ?? null,
  expires_at: key.expires_at ?? null,
  replaced_by: key.replaced_by ?? null,
  revoked_at: key.revoked_at ?? null,
  revoked_by: key.revoked_by ?? null,
  last_used_on: last_used_on ?? null,
});

function statusOf(key: StoredKey, now: Date): ApiKeyView["status"] {
  if (key.revoked_at !== undefined) return "revoked";
  if (isEnded(key, now)) return "expired";
  return key.replaced_by === undefined ? "active" : "rotated";
}

/** Returns a page of the keys, the newest first. */
export function keyViews(
  keys: readonly UsedKey[],
  query: z.output<typeof KeyListQuery>,
  now: Date,
): z.output<typeof KeyList> {
  const ends = keys
    .filter(({ key }) => key.scope === "full" && !isEnded(key, now))
    .map(({ key }) => endOf(key));
  const newestFirst = keys.toSorted((one, other) =>
    one.key.created_at < other.key.created_at ? 1 : -1,
  );
  return {
    ...pageOfAll(LIST, newestFirst, query, {
      idOf: ({ key }) => key.key_id,
      view: (key) => keyView(key, now),
    }),
    full_access: {
      keys: ends.length,
      ends_at: ends.includes(undefined) ? null : (ends.toSorted().at(-1) ?? null),
    },
  };
}
