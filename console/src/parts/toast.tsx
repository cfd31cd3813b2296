import type { ComponentChildren } from "preact";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader } from "../session/console-context.ts";
import { Icon } from "./icon.tsx";

type ToastProps = {
  /** Takes back what was done. */
  readonly undo: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

/**
 * Says at the foot of the window what was done, and takes it back. It stays until it is closed, so that nobody has to be
 * quick (WCAG 2.2.1).
 */
export function Toast({ undo, onClose, children }: ToastProps) {
  const { say } = useReader();
  const { busy, failure, run } = useAction();
  return (
    <div class="toast" role="status">
      <span>{children}</span>
      <button
        type="button"
        class="small"
        disabled={busy}
        onClick={() => run(() => undo().then(onClose))}
      >
        {say("review.undo")}
      </button>
      <button type="button" class="quiet small" onClick={onClose}>
        <Icon name="close" />
        <span class="unseen">{say("dialog.close")}</span>
      </button>
      <ActionFailure failure={failure} />
    </div>
  );
}
