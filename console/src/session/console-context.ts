import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Formatter } from "../format/formatter.ts";
import type { Say } from "../texts/say.ts";
import type { Session } from "./session.ts";

/** The language and the number formats of the reader, available to every part of the console. */
export type Words = { readonly say: Say; readonly format: Formatter };

export const ReaderContext = createContext<Words | undefined>(undefined);

export function useReader(): Words {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error("there is no reader around this part");
  return reader;
}

/** The session, available to every page. */
type SignedIn = Session & {
  /** Ends the session because its key or token is no longer valid. */
  readonly keyRefused: () => void;
  /** Shows another name of the account at once, after it was saved. */
  readonly rename?: (name: string) => void;
};

export const SessionContext = createContext<SignedIn | undefined>(undefined);

export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error("nobody is signed in around this part");
  return session;
}
