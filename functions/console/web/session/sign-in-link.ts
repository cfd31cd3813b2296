import { clientWith } from "./api.ts";

const HERE: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * The key in a sign-in link, as `npm start` prints it: in the part of the address that no server sees. It is
 * taken out of address and history at once. On this machine alone: elsewhere a link could sign a reader in to
 * the account of whoever sent it.
 */
export function takeKeyOfLink(): string | undefined {
  const [, key] = /^#link=([\w-]+)$/.exec(location.hash) ?? [];
  if (key === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return HERE.includes(location.hostname) ? key : undefined;
}

/**
 * The key that takes the place of the one in the link, which ends at once: of those who have the link, one
 * gets in.
 * @throws ApiError when the link was used before, or is too old
 */
export async function keyForLink(ofLink: string): Promise<string> {
  // vat_<mode>_<id>_<secret>
  const [, , id = ""] = ofLink.split("_");
  const body = { overlap_hours: 0 };
  return (await clientWith(ofLink).rotateApiKey({ path: { id }, body })).api_key;
}
