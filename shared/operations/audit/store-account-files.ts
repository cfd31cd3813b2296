import { bucketName } from "../../platform/s3/client.ts";
import { filesUnder } from "../../platform/s3/list-objects.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { ListedFile } from "./evidence.ts";

/** Every file of an account's returns, as filesUnder lists it. */
export async function listFiles(account: string): Promise<ListedFile[]> {
  const prefixes = SCHEMES.map(({ slug }) => `${account}/${slug}/`);
  return (await Promise.all(prefixes.map((prefix) => filesUnder(bucketName(), prefix)))).flat();
}
