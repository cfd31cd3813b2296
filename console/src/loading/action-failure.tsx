import { useContext } from "preact/hooks";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { FormContext, isAt } from "./form-faults.tsx";
import { faultsOf, refusalText } from "./refusal-text.ts";

/** Displays the error of a failed action; nothing without an error, and nothing that stands at a field already. */
export function ActionFailure({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  const { names = [] } = useContext(FormContext);
  if (failure === undefined) return null;
  const faults = faultsOf(failure, say);
  const isAtField = ({ field }: { readonly field: string }) =>
    [...names].some((name) => isAt(field, name));
  if (faults.length > 0 && faults.every(isAtField)) return null;
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(failure, say)}</p>
    </Notice>
  );
}
