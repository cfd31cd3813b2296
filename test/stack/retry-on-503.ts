const MOST_ATTEMPTS = 20;

/**
 * Sends a request until it is answered with something other than «come again» (503), and says how
 * often it was sent. Whoever was told so does not know whether the first attempt was carried out.
 */
export async function insist<Answer extends { readonly status: number; readonly text: string }>(
  send: () => Promise<Answer>,
): Promise<Answer & { readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await send();
    if (answer.status !== 503) return { ...answer, attempts };
    if (attempts === MOST_ATTEMPTS) throw new Error(`no end of 503: ${answer.text}`);
  }
}
