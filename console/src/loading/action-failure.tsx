import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { faultsOf, refusalText } from "./refusal-text.ts";

type ActionFailureProps = {
  readonly failure: unknown;
  /** The fields that show their own faults. */
  readonly atFields?: readonly string[];
};

/** Displays the error of a failed action; nothing without an error, and nothing that stands at a field already. */
export function ActionFailure({ failure, atFields = [] }: ActionFailureProps) {
  const { say } = useReader();
  if (failure === undefined) return null;
  const faults = faultsOf(failure, say);
  const isAtField = ({ field }: { readonly field: string }) =>
    atFields.some((name) => field === name || field.endsWith(`.${name}`));
  if (faults.length > 0 && faults.every(isAtField)) return null;
  return (
    <Notice level="bad">
      <p class="lines">{refusalText(failure, say)}</p>
    </Notice>
  );
}
