import * as z from "zod";

/** What is stored of an API key. Instants are ISO 8601 UTC. */
export const StoredKey = z.object({
  key_id: z.string(),
  account: z.string(),
  scope: z.enum(["full", "read-only"]),
  mode: z.enum(["live", "test"]),
  /** Hex SHA-256 of the secret. */
  secret_sha256: z.string(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  revoked_at: z.string().optional(),
});
export type StoredKey = z.output<typeof StoredKey>;
