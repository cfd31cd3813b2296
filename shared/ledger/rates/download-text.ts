/**
 * Reads the response as text.
 * @throws RangeError for an answer that is too large, TypeError for one that is not UTF-8 or is incomplete.
 */
export async function textOf(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the reason of a fetch error, such as ECONNREFUSED, because fetch only says "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const because = cause?.code ?? cause?.message;
  return because ? `${error.message} (${because})` : error.message;
}
