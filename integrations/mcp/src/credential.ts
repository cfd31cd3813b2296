import { readFile, rename, writeFile } from "node:fs/promises";
import { ToolRefusal } from "../../../shared/api/agents/tool.ts";
import type { Settings } from "./settings.ts";

type Headers = Readonly<Record<string, string>>;

/** A session is renewed this long before its access ends. */
const EARLY_MS = 60_000;

/** Returns the headers of the user's credential: those of a key, or of a session that renews itself. */
export function credentialOf({ url, key, sessionFile }: Settings): () => Promise<Headers> {
  if (key !== undefined) return async () => ({ "X-API-Key": key });
  let access: Promise<Access> | undefined;
  let until = 0;
  return async () => {
    // Calls run at the same time, and a refresh token works once: the first of them renews for all.
    if (!access || Date.now() > until) {
      until = Number.POSITIVE_INFINITY;
      access = renewed(url, sessionFile as string);
      access.then(
        (next) => {
          until = next.until;
        },
        () => {
          until = 0;
        },
      );
    }
    return { Authorization: `Bearer ${(await access).token}` };
  };
}

type Access = { readonly token: string; readonly until: number };

type Tokens = {
  readonly access_token: string;
  readonly access_ends_at: string;
  readonly refresh_token: string;
};

/**
 * Renews the session. A refresh token works once, so the next one is written to the file before the session is used.
 */
async function renewed(url: string, file: string): Promise<Access> {
  const { refresh_token } = JSON.parse(await readFile(file, "utf8"));
  const response = await fetch(new URL("/v1/session/refresh", url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ refresh_token }),
    redirect: "error",
  });
  if (!response.ok) throw new ToolRefusal("session_ended", "the session has ended: sign in again");
  const tokens = (await response.json()) as Tokens;
  const next = `${file}.next`;
  const text = `${JSON.stringify({ refresh_token: tokens.refresh_token })}\n`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, file);
  return { token: tokens.access_token, until: Date.parse(tokens.access_ends_at) - EARLY_MS };
}
