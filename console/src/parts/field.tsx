import { cloneElement, type VNode } from "preact";
import { useId } from "preact/hooks";
import { faultsOf } from "../loading/refusal-text.ts";
import { useReader } from "../session/console-context.ts";

type FieldProps = {
  readonly label: string;
  /** An instruction for the entry, in one sentence. */
  readonly help?: string | undefined;
  readonly isOptional?: boolean;
  /** The width that fits the value. */
  readonly width?: "narrow" | "wide";
  /** The error of the last attempt, and the name of this field in it. */
  readonly failure?: unknown;
  readonly name?: string;
  /** One input, select or textarea. */
  readonly children: VNode<Described>;
};

/** The attributes that a field gives to its input. */
export type Described = {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
};

/** Displays an input with its label, its help, and what was wrong with it. */
export function Field(props: FieldProps) {
  const { label, help, isOptional, width, failure, name, children } = props;
  const { say } = useReader();
  const id = useId();
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

/** True if the path of a fault ends in the name of a field. */
const isAt = (path: string, name: string): boolean => path === name || path.endsWith(`.${name}`);
