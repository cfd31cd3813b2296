import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useReader } from "../session/console-context.ts";
import { Icon } from "./icon.tsx";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Takes Escape in place of the window, which then stays open. */
  readonly onEscape?: (() => void) | undefined;
  /** True for a window at the side, which leaves the page in sight. */
  readonly isDrawer?: boolean;
};

/**
 * Displays a modal window. Uses the browser's dialog, which traps the focus, closes with Escape, and restores the
 * focus.
 */
export function Dialog({ title, onClose, children, onEscape, isDrawer = false }: DialogProps) {
  const { say } = useReader();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={isDrawer ? "drawer" : undefined}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (!onEscape || event.target !== element.current) return;
        event.preventDefault();
        onEscape();
      }}
    >
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={() => element.current?.close()}>
          <Icon name="close" /> {say("dialog.close")}
        </button>
      </header>
      {children}
    </dialog>
  );
}
