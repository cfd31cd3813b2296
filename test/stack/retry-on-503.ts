const MOST_ATTEMPTS = 20;

/**
 * Sends a request again while the response is 503, and returns the number of attempts with the first other response. The
 * first attempt may have been carried out.
 */
export async function retryOn503<Answer extends { readonly status: number; readonly text: string }>(
  send: () => Promise<Answer>,
): Promise<Answer & { readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await send();
    if (answer.status !== 503) return { ...answer, attempts };
    if (attempts === MOST_ATTEMPTS) throw new Error(`no end of 503: ${answer.text}`);
  }
}
