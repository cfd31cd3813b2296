import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { requireAccount } from "../../local/account-option.ts";
import { withStack } from "../../local/connect.ts";

export type ReachedApi = { readonly url: string; readonly key: string };

/**
 * Runs `use` with an API: that of VAT_API_URL and VAT_API_KEY, otherwise that of the running stack, otherwise a
 * temporary one. The latter two use a temporary key, which is revoked afterwards.
 * @throws Failure (exit code 2) if there is no such account
 */
export async function withApi<T>(
  account: LedgerId,
  use: (api: ReachedApi) => Promise<T>,
): Promise<T> {
  const { VAT_API_URL: url, VAT_API_KEY: key } = process.env;
  if (url && key) return use({ url: url.replace(/\/$/, ""), key });
  return withStack((running) => withOwnKey(account, running?.api_url, use), { files: true });
}

async function withOwnKey<T>(
  account: LedgerId,
  running: string | undefined,
  use: (api: ReachedApi) => Promise<T>,
): Promise<T> {
  // The store reads its endpoint at import, so it is imported after the stack is known.
  const { issueKey, revokeKey } = await import("../api-keys/keys.ts");
  const { parseApiKey } = await import("../../../shared/api/authentication.ts");
  await requireAccount(account);
  await using closing = new AsyncDisposableStack();
  const url = running ?? (await workingApi(closing));
  const key = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  closing.defer(() => revokeKey(String(parseApiKey(key)?.keyId) as AuthorId, new Date()));
  return await use({ url, key });
}

/** Starts the API and its workers in this process. */
async function workingApi(closing: AsyncDisposableStack): Promise<string> {
  // The log of the functions is not part of a command's output.
  process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
  process.env["POWERTOOLS_METRICS_DISABLED"] ??= "true";
  const { apiHere } = await import("../../local/api-here.ts");
  const { startWorkers } = await import("../../local/scheduled-jobs.ts");
  const url = await apiHere(closing);
  await startWorkers(closing, ({ queue }) => queue === "imports" || queue === "chunks");
  return url;
}
