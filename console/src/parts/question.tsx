import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";

type QuestionProps = {
  readonly title: string;
  /** The text of the button that does it. */
  readonly sure: string;
  readonly onClose: () => void;
  readonly onSure: () => void;
  readonly children: ComponentChildren;
};

/** A question to confirm before an action. */
export type Asked = Pick<QuestionProps, "title" | "sure" | "onSure"> & { readonly text: string };

/** Returns a function that opens a question, and the question while it is open. */
export function useQuestion() {
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const sure = () => {
    close();
    asked?.onSure();
  };
  const question = asked && (
    <Question title={asked.title} sure={asked.sure} onClose={close} onSure={sure}>
      <p>{asked.text}</p>
    </Question>
  );
  return { ask, question };
}

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
