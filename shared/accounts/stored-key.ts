import * as z from "zod";
import { ACCOUNT_STATES } from "./account.ts";

/** What is stored of an API key. Instants are ISO 8601 UTC. */
export const StoredKey = z.object({
  key_id: z.string(),
  account: z.string(),
  /** What people call it. */
  name: z.string().optional(),
  scope: z.enum(["full", "read-only"]),
  /** That of its account, so that a call needs no second read. */
  account_state: z.enum(ACCOUNT_STATES).optional(),
  mode: z.enum(["live", "test"]),
  /** Hex SHA-256 of the secret. */
  secret_sha256: z.string(),
  created_at: z.string(),
  /** The id of the key that asked for it; none when an operator issued it. */
  created_by: z.string().optional(),
  expires_at: z.string().optional(),
  /** The key that takes its place; it works until `expires_at`. */
  replaced_by: z.string().optional(),
  rotated_by: z.string().optional(),
  revoked_at: z.string().optional(),
  revoked_by: z.string().optional(),
});
export type StoredKey = z.output<typeof StoredKey>;
