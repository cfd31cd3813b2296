import type { ComponentChildren } from "preact";
import { ActionFailure } from "./action-failure.tsx";
import { useAction } from "./use-action.ts";

type ActionButtonProps = {
  readonly children: ComponentChildren;
  readonly act: () => Promise<unknown>;
};

/** Displays a button that calls the service, and below it what failed. */
export function ActionButton({ children, act }: ActionButtonProps) {
  const { busy, failure, run } = useAction();
  return (
    <>
      <p>
        <button type="button" disabled={busy} onClick={() => run(act)}>
          {children}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </>
  );
}
