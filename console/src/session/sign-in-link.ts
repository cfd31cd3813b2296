import { clientWith } from "./api.ts";

const HERE: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Returns the key of a sign-in link that `npm start` prints, and removes it from address and history. The key is in the
 * fragment of the URL, which browsers do not send. Works only on this machine: otherwise a link could sign a reader in
 * to the sender's account.
 */
export function takeKeyOfLink(): string | undefined {
  const [, key] = /^#link=([\w-]+)$/.exec(location.hash) ?? [];
  if (key === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return HERE.includes(location.hostname) ? key : undefined;
}

/**
 * Exchanges the key of a link for a new key. The old key ends at once, so a link works only once.
 * @throws ApiError when the link was already used, or has expired
 */
export async function keyForLink(ofLink: string): Promise<string> {
  // vat_<mode>_<id>_<secret>
  const [, , id = ""] = ofLink.split("_");
  const body = { overlap_hours: 0 };
  return (await clientWith(ofLink).rotateApiKey({ path: { id }, body })).api_key;
}
