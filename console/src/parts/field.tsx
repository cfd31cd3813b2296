import { cloneElement, type VNode } from "preact";
import { useContext, useEffect, useId } from "preact/hooks";
import { FormContext, isAt } from "../loading/form-faults.tsx";
import { faultsOf } from "../loading/refusal-text.ts";
import { useReader } from "../session/console-context.ts";

type FieldProps = {
  readonly label: string;
  /** An instruction for the entry, in one sentence. */
  readonly help?: string | undefined;
  readonly isOptional?: boolean;
  /** The width that fits the value. */
  readonly width?: "narrow" | "wide";
  /** The name of the field in faults, where it is not that of the input. */
  readonly name?: string;
  /** One input, select or textarea. */
  readonly children: VNode<Described & { readonly name?: string }>;
};

/** The attributes that a field gives to its input. */
export type Described = {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
};

/** Displays an input with its label, its help, and what was wrong with it. */
export function Field(props: FieldProps) {
  const { label, help, isOptional, width, children, name = children.props.name } = props;
  const { say } = useReader();
  const { failure, names } = useContext(FormContext);
  const id = useId();
  useEffect(() => {
    if (!name) return undefined;
    names?.add(name);
    return () => names?.delete(name);
  }, [names, name]);
  const fault = faultsOf(failure, say).find(({ field }) => name && isAt(field, name));
  return (
    <div class={width ? `field ${width}` : "field"}>
      <label for={`${id}-input`}>{isOptional ? say("form.optional", { label }) : label}</label>
      {cloneElement(children, {
        id: `${id}-input`,
        ...(help || fault ? { "aria-describedby": id } : {}),
        ...(fault ? { "aria-invalid": true } : {}),
      })}
      {(help || fault) && (
        <span id={id} class={fault ? "field-fault" : "help"} role={fault ? "alert" : undefined}>
          {fault?.text ?? help}
        </span>
      )}
    </div>
  );
}
