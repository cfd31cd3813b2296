import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";

type QuestionProps = {
  readonly title: string;
  /** The text of the button that does it. */
  readonly sure: string;
  readonly onClose: () => void;
  readonly onSure: () => void;
  readonly children: ComponentChildren;
};

/** Explains what cannot be undone before it is done. */
export function Question({ title, sure, onClose, onSure, children }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <p class="buttons">
        <button type="button" class="danger" onClick={onSure}>
          {sure}
        </button>
      </p>
    </Dialog>
  );
}
