import { useCallback, useEffect, useState } from "preact/hooks";
import { AuthenticationError } from "../../../client/src/eu-vat-client.ts";
import { forgetInvitation, takeInvitation } from "./invitation-link.ts";
import { takeIssuerReturn } from "./issuer-way.ts";
import { continued, enter, forgetPerson, isPersonKept, type SignedInPerson } from "./person.ts";
import { forgetKey, keptKey, type Session, signIn } from "./session.ts";
import type { SignedOut } from "./sign-in.tsx";
import { keyForLink, takeKeyOfLink } from "./sign-in-link.ts";

/** The holder of this tab's session: a key, or a person. */
type Standing = Session | SignedInPerson;

/** A way into the console when it opens, and the reason to give when the way fails. */
type Way = {
  readonly enter: () => Promise<Standing>;
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
  const key = keptKey();
  if (key !== null) return { enter: () => signIn(key), failed: () => "key_refused" };
  return isPersonKept() ? { enter: continued, failed: () => "session_ended" } : undefined;
}

const personOf = (standing: Standing | "restoring" | undefined): SignedInPerson | undefined =>
  typeof standing === "object" && "organisations" in standing ? standing : undefined;

export function useSessionOfTab() {
  const [way] = useState(wayIn);
  const [standing, setStanding] = useState<Standing | "restoring" | undefined>(
    way ? "restoring" : undefined,
  );
  const [ended, setEnded] = useState<SignedOut>();
  const end = useCallback((why?: SignedOut) => {
    forgetKey();
    forgetPerson();
    // The next key may be that of another client, who has other returns.
    history.replaceState(null, "", location.pathname);
    setEnded(why);
    setStanding(undefined);
  }, []);
  const leave = useCallback(() => {
    forgetInvitation();
    const person = personOf(standing);
    void person?.signOut();
    end(person ? "person_signed_out" : "signed_out");
  }, [standing, end]);
  useEffect(() => personOf(standing)?.onSignOut(() => end("person_signed_out")), [standing, end]);
  useEffect(() => {
    way?.enter().then(setStanding, (failure: unknown) => end(way.failed(failure)));
  }, [way, end]);
  return { standing, ended, begin: setStanding, end, leave };
}
