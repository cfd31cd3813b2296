import { useCallback, useEffect, useState } from "preact/hooks";
import { AuthenticationError } from "../../../client/src/eu-vat-client.ts";
import { isOutage } from "../loading/outage.ts";
import { forgetInvitation, takeInvitation } from "./invitation-link.ts";
import { takeIssuerReturn } from "./issuer-way.ts";
import { continued, enter, forgetPerson, isPersonStored, type SignedInPerson } from "./person.ts";
import { forgetKey, type Session, signIn, storedKey } from "./session.ts";
import type { SignedOut } from "./sign-in.tsx";
import { keyForLink, takeKeyOfLink } from "./sign-in-link.ts";

/** The holder of this tab's session: a key, or a person. */
type TabSession = Session | SignedInPerson;

/** A way into the console when it opens, and the reason to give when the way fails. */
type Way = {
  readonly enter: () => Promise<TabSession>;
  readonly failed: (failure: unknown) => SignedOut;
};

/** Returns the way into the console that address and tab offer: a link, the issuer's return, or a reload. */
function wayIn(): Way | undefined {
  takeInvitation();
  const keyOfLink = takeKeyOfLink();
  if (keyOfLink !== undefined) {
    return {
      enter: async () => signIn(await keyForLink(keyOfLink)),
      failed: (failure) => (failure instanceof AuthenticationError ? "link_used" : "link_failed"),
    };
  }
  const issuerReturn = takeIssuerReturn();
  if (issuerReturn) {
    return { enter: async () => enter(await issuerReturn()), failed: () => "issuer_failed" };
  }
  const key = storedKey();
  if (key !== null) return { enter: () => signIn(key), failed: unlessPassing("key_refused") };
  return isPersonStored()
    ? { enter: continued, failed: unlessPassing("session_ended") }
    : undefined;
}

/** Returns the reason of a failed reload: a service that does not answer now has refused nothing. */
const unlessPassing = (refused: SignedOut) => (failure: unknown) =>
  isOutage(failure) ? "unreachable" : refused;

const personOf = (tabSession: TabSession | "restoring" | undefined): SignedInPerson | undefined =>
  typeof tabSession === "object" && "organisations" in tabSession ? tabSession : undefined;

export function useSessionOfTab() {
  const [way] = useState(wayIn);
  const [tabSession, setTabSession] = useState<TabSession | "restoring" | undefined>(
    way ? "restoring" : undefined,
  );
  const [ended, setEnded] = useState<SignedOut>();
  const end = useCallback((why?: SignedOut) => {
    forgetKey();
    forgetPerson();
    // The next key may be that of another client, who has other returns.
    history.replaceState(null, "", location.pathname);
    setEnded(why);
    setTabSession(undefined);
  }, []);
  const leave = useCallback(() => {
    forgetInvitation();
    const person = personOf(tabSession);
    void person?.signOut();
    end(person ? "person_signed_out" : "signed_out");
  }, [tabSession, end]);
  useEffect(
    () => personOf(tabSession)?.onSignOut(() => end("person_signed_out")),
    [tabSession, end],
  );
  useEffect(() => {
    way?.enter().then(setTabSession, (failure: unknown) => {
      const why = way.failed(failure);
      if (why !== "unreachable") return end(why);
      setEnded(why);
      setTabSession(undefined);
    });
  }, [way, end]);
  return { standing: tabSession, ended, begin: setTabSession, end, leave };
}
