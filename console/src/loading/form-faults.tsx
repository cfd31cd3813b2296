import { type ComponentChildren, createContext } from "preact";
import { useState } from "preact/hooks";

/** The form around a field. */
type FormState = {
  /** The error of the last attempt. */
  readonly failure: unknown;
  /** The names of the fields that show their own faults. */
  readonly names?: Set<string>;
};

export const FormContext = createContext<FormState>({ failure: undefined });

type FormFaultsProps = { readonly failure: unknown; readonly children: ComponentChildren };

/** Lets the fields of a form say what is wrong with them. */
export function FormFaults({ failure, children }: FormFaultsProps) {
  const [names] = useState(() => new Set<string>());
  return <FormContext.Provider value={{ failure, names }}>{children}</FormContext.Provider>;
}

/** True if the path of a fault ends in the name of a field. */
export const isAt = (path: string, name: string): boolean =>
  path === name || path.endsWith(`.${name}`);
