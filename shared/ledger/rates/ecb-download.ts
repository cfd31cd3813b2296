import type { EcbFile, FetchedFile } from "../../vat/exchange-rates/ecb-feed.ts";

/** Where the ECB publishes its rates; ECB_BASE_URL names another place, such as a mirror or a test. */
const PUBLISHED_AT = "https://www.ecb.europa.eu/stats/eurofxref";

const DOWNLOAD_PATIENCE_MS = 20_000;

/** Ten times the 90-day file: whatever is longer is something else. */
const LARGEST_BYTES = 1_500_000;

/** One file of reference rates as the ECB serves it now, or why it could not be had. Never throws. */
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

/** @throws RangeError for a file that is too large, TypeError for one that is not UTF-8 or was cut off. */
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

/** fetch wraps what went wrong: "fetch failed", because of ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const because = cause?.code ?? cause?.message;
  return because ? `${error.message} (${because})` : error.message;
}
