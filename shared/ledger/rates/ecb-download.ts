import type { EcbFile, FetchedFile } from "../../vat/exchange-rates/ecb-feed.ts";

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
    return { file, text: await textOf(response) };
  } catch (error) {
    return { file, fault: reasonOf(error) };
  }
}

/**
 * Reads the response as text.
 * @throws RangeError for a file that is too large, TypeError for one that is not UTF-8 or is incomplete.
 */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LARGEST_BYTES) throw new RangeError(`more than ${LARGEST_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the cause of a fetch error, such as ECONNREFUSED, because fetch only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const because = cause?.code ?? cause?.message;
  return because ? `${error.message} (${because})` : error.message;
}
