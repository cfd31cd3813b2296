import type { ListedFile } from "../locks/evidence.ts";
import { SCHEMES } from "../schemes/schemes.ts";
import { filesUnder } from "./listed-files.ts";
import { bucketName } from "./object-store.ts";

/** Every file of an account's returns, as filesUnder lists it. */
export async function listFiles(account: string): Promise<ListedFile[]> {
  const prefixes = SCHEMES.map(({ slug }) => `${account}/${slug}/`);
  return (await Promise.all(prefixes.map((prefix) => filesUnder(bucketName(), prefix)))).flat();
}
