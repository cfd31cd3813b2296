import {
  AuthenticationError,
  type SessionTokens,
  type VatClient,
} from "../../../../client/src/eu-vat-client.ts";
import { clientBy } from "./api.ts";

/** Milliseconds after which a renewal is tried again, because another tab has renewed with the same cookie. */
const AGAIN_MS = 500;

/**
 * The session of a person in this tab. The access token is in memory alone, and the refresh token in a cookie that no
 * script can read.
 */
export class PersonTokens {
  readonly #person: string;
  #access: string;
  #renewing: Promise<boolean> | undefined;

  constructor({ access_token, person_id }: SessionTokens) {
    this.#access = access_token;
    this.#person = person_id;
  }

  /** Returns a client for an account, or for operations that name none. */
  clientOf(account?: string): VatClient {
    return clientBy((url, init) => this.#send(url, init, account));
  }

  /** Sends a request. A rejected access token is renewed once: a 401 is returned before anything is carried out. */
  async #send(
    url: string | URL | Request,
    init: RequestInit | undefined,
    account: string | undefined,
  ): Promise<Response> {
    const used = this.#access;
    const response = await fetch(url, withCredentials(init, used, account));
    if (response.status !== 401) return response;
    if (this.#access === used && !(await this.#renewed())) return response;
    return fetch(url, withCredentials(init, this.#access, account));
  }

  /** Renews the session, once for all requests that wait. Returns false if the session has ended. */
  #renewed(): Promise<boolean> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<boolean> {
    const tokens = await renewedTokens();
    // Another person has signed in in another tab, with the same cookie.
    if (tokens?.person_id !== this.#person) return false;
    this.#access = tokens.access_token;
    return true;
  }
}

/** Renews the session of the cookie; returns undefined if the session has ended. */
export async function renewedTokens(): Promise<SessionTokens | undefined> {
  const renewal = () => clientBy().refreshSession({ body: {} }).catch(undefinedIfEnded);
  const first = await renewal();
  if (first) return first;
  await new Promise((done) => setTimeout(done, AGAIN_MS));
  return renewal();
}

function undefinedIfEnded(failure: unknown): undefined {
  if (failure instanceof AuthenticationError) return undefined;
  throw failure;
}

const withCredentials = (
  init: RequestInit | undefined,
  access: string,
  account: string | undefined,
): RequestInit => ({
  ...init,
  headers: {
    ...(init?.headers as Readonly<Record<string, string>>),
    Authorization: `Bearer ${access}`,
    ...(account === undefined ? {} : { "X-Account": account }),
  },
});
