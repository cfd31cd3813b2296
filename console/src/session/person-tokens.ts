import {
  AuthenticationError,
  type SessionTokens,
  type VatClient,
} from "../../../client/src/eu-vat-client.ts";
import { clientBy } from "./api.ts";

/** The name of lock and channel that the tabs of this browser share, as they share the cookie. */
const SHARED = "eu-vat-session";

/** A message to other tabs: a new access token of a person, or with none the end of the session. */
type TabMessage = { readonly person: string; readonly access?: string };

/**
 * The session of a person in this tab. The access token is in the memory of tabs alone, and the refresh token in a
 * cookie that no script can read. A renewal replaces the token of every tab, because a session has one.
 */
export class PersonTokens {
  readonly #person: string;
  readonly #tabs = new BroadcastChannel(SHARED);
  #access: string;

  constructor({ access_token, person_id }: SessionTokens) {
    this.#access = access_token;
    this.#person = person_id;
    this.#tabs.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
      if (data.person === this.#person) this.#access = data.access ?? this.#access;
    });
    this.#tell({ access: access_token });
  }

  /** Returns a client for an account, or for operations that name none. */
  clientOf(account?: string): VatClient {
    return clientBy((url, init) => this.#send(url, init, account));
  }

  /**
   * Calls a function when another tab signs the person out.
   * @returns a function that stops this
   */
  onSignOut(ended: () => void): () => void {
    const follow = ({ data: { person, access } }: MessageEvent<TabMessage>) => {
      if (person === this.#person && access === undefined) ended();
    };
    this.#tabs.addEventListener("message", follow);
    return () => this.#tabs.removeEventListener("message", follow);
  }

  /** Ends the session at the service and in other tabs. A call that fails ends it in the tabs all the same. */
  async signOut(): Promise<void> {
    this.#tell({});
    await this.clientOf()
      .endSession()
      .catch(() => undefined);
  }

  #tell(message: Omit<TabMessage, "person">): void {
    this.#tabs.postMessage({ person: this.#person, ...message } satisfies TabMessage);
  }

  /**
   * Sends a request. A rejected access token is renewed once: a 401 is returned before anything is carried out. The
   * request is sent again before another tab may replace the new token.
   */
  async #send(
    url: string | URL | Request,
    init: RequestInit | undefined,
    account: string | undefined,
  ): Promise<Response> {
    const used = this.#access;
    const response = await fetch(url, withCredentials(init, used, account));
    if (response.status !== 401) return response;
    return navigator.locks.request(SHARED, async () => {
      if (this.#access === used && !(await this.#renew())) return response;
      return fetch(url, withCredentials(init, this.#access, account));
    });
  }

  /** Renews the session; returns false if the session has ended. */
  async #renew(): Promise<boolean> {
    const tokens = await renew();
    // Another person has signed in in another tab, with the same cookie.
    if (tokens?.person_id !== this.#person) return false;
    this.#access = tokens.access_token;
    this.#tell({ access: this.#access });
    return true;
  }
}

const renew = (): Promise<SessionTokens | undefined> =>
  clientBy().refreshSession({ body: {} }).catch(undefinedIfEnded);

/** Renews the session of the cookie; returns undefined if the session has ended. Tabs renew one after another. */
export const renewedTokens = (): Promise<SessionTokens | undefined> =>
  navigator.locks.request(SHARED, renew);

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
