import { type ComponentChildren, createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { FilingFacts, OwnNumberStored } from "./load-filing.ts";

/** The number of the return's registration in full, which all steps of a page take from one entry. */
type OwnNumber = {
  readonly typed: string;
  readonly type: (number: string) => void;
  readonly isStored: boolean;
  readonly onStored: () => void;
  readonly stored: OwnNumberStored;
  readonly registration: number | undefined;
};

const OwnNumberContext = createContext<OwnNumber | undefined>(undefined);

type OwnNumberProps = {
  readonly facts: Pick<FilingFacts, "ownNumber" | "registrations" | "identity">;
  readonly children: ComponentChildren;
};

/** Holds the number that is typed in while the page is open. */
export function OwnNumberOnce({ facts, children }: OwnNumberProps) {
  const [typed, type] = useState("");
  const [storedNumber, setStored] = useState<string>();
  const { ownNumber: stored, identity, registrations } = facts;
  const registration = identity.registration ?? registrations[0]?.id;
  const isStored = storedNumber === typed;
  const onStored = () => setStored(typed);
  const value = { typed, type, isStored, onStored, stored, registration };
  return <OwnNumberContext.Provider value={value}>{children}</OwnNumberContext.Provider>;
}

export function useOwnNumber(): OwnNumber {
  const number = useContext(OwnNumberContext);
  if (!number) throw new Error("there is no number around this part");
  return number;
}

const STORE = "store_number";

const HELP = {
  none: undefined,
  unknown: "number.maybeStored",
  stored: "number.stored",
} as const;

/** Returns a function that stores the number of a form that was accepted, if its reader wants that. */
export function useStoredIfWanted(): (form: FormData) => Promise<void> {
  const { client } = useSession();
  const { typed, registration, onStored } = useOwnNumber();
  return async (form) => {
    if (!form.has(STORE) || typed === "" || registration === undefined) return;
    const items = [{ registration_id: registration, number: typed }];
    await client.putIdentifiers({ body: { items, keep_others: true } });
    onStored();
  };
}

/** Displays the input of the number: needed unless one is stored, and offered to be stored. */
export function OwnNumberField({ name }: { readonly name: string }) {
  const { say } = useReader();
  const { may } = useSession();
  const { typed, type, stored, isStored } = useOwnNumber();
  const help = HELP[typeof stored === "object" ? "stored" : stored];
  return (
    <>
      <Field label={say("number.own")} help={help && say(help)} isOptional={stored !== "none"}>
        <input
          name={name}
          autocomplete="off"
          required={stored === "none"}
          placeholder={typeof stored === "object" ? stored.masked : ""}
          value={typed}
          onInput={({ currentTarget: { value } }) => type(value)}
        />
      </Field>
      {typed !== "" && isStored && <p class="muted">{say("number.isStored")}</p>}
      {typed !== "" && !isStored && may("putIdentifiers") && (
        <label>
          <input type="checkbox" name={STORE} value="true" /> {say("number.store")}
        </label>
      )}
    </>
  );
}
