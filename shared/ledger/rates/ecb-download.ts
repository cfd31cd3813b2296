import type { EcbFile, FetchedFile } from "../../vat/exchange-rates/ecb-feed.ts";
import { reasonOf, textOf } from "./download-text.ts";

/** The ECB's address of its rates; ECB_BASE_URL replaces it, for example with a mirror or a test server. */
const PUBLISHED_AT = "https://www.ecb.europa.eu/stats/eurofxref";

const DOWNLOAD_PATIENCE_MS = 20_000;

/** Maximum size of a file, in bytes: ten times the 90-day file. */
const LARGEST_BYTES = 1_500_000;

/** Downloads one file of current ECB reference rates. Returns the reason if that fails; never throws. */
export async function fetchEcbFile(file: EcbFile): Promise<FetchedFile> {
  const base = (process.env["ECB_BASE_URL"] || PUBLISHED_AT).replace(/\/+$/, "");
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_PATIENCE_MS);
    const response = await fetch(`${base}/${file}`, { signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { file, fault: `the server answers ${response.status}` };
    }
    return { file, text: await textOf(response, LARGEST_BYTES) };
  } catch (error) {
    return { file, fault: reasonOf(error) };
  }
}
