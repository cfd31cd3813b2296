import { createHash, randomBytes } from "node:crypto";
import type { LocalIssuer } from "./issuer.ts";

/** A browser without scripts: it follows redirects, keeps cookies and sends the issuer's forms. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Signs a person in at the local issuer as a page does, and returns what the page sends to the service. */
export async function signInAt(
  { issuer, clientId }: Pick<LocalIssuer, "issuer" | "clientId">,
  login: string,
  redirect_uri: string,
) {
  const code_verifier = randomBytes(32).toString("base64url");
  const nonce = randomBytes(16).toString("base64url");
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri,
    response_type: "code",
    scope: "openid profile email",
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    nonce,
    state: "the state",
  });
  const browser = new Browser();
  let response = await browser.open(`${issuer}/auth?${query}`);
  for (let step = 0; step < 12; step += 1) {
    const next = response.headers.get("location");
    const place = next && new URL(next, issuer).href;
    if (place?.startsWith(redirect_uri)) {
      const code = new URL(place).searchParams.get("code") ?? "";
      return { code, code_verifier, redirect_uri, nonce };
    }
    response = place ? await browser.open(place) : await sendForm(browser, response, login);
  }
  throw new Error("the issuer does not return to the page");
}

/** Fills in the form that the issuer shows: first the name, then the consent. */
async function sendForm(browser: Browser, response: Response, login: string): Promise<Response> {
  const page = await response.text();
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  if (!action) throw new Error(`no form: ${page.slice(0, 500)}`);
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? "login";
  return browser.open(new URL(action, response.url).href, { prompt, login, password: "x" });
}
