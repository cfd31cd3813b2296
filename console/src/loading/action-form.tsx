import type { ComponentChildren } from "preact";
import { type Asked, useQuestion } from "../parts/question.tsx";
import { ActionFailure } from "./action-failure.tsx";
import { FormFaults } from "./form-faults.tsx";
import { useAction } from "./use-action.ts";

type MaybeAsked = Omit<Asked, "onSure"> | undefined;

type ActionFormProps = {
  /** The text of the button that sends the form. */
  readonly button: ComponentChildren;
  /** The class of that button. */
  readonly look?: string;
  readonly isDisabled?: boolean;
  /** Further buttons beside it. */
  readonly beside?: (busy: boolean) => ComponentChildren;
  /** Returns what is asked before the form is sent, if anything is. */
  readonly question?: (typed: FormData) => MaybeAsked | Promise<MaybeAsked>;
  /** Sends what is typed in; a pressed button with a name counts as a field. */
  readonly send: (typed: FormData, form: HTMLFormElement) => Promise<unknown>;
  /** What is displayed below the buttons once the form was sent. */
  readonly outcome?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** Displays a form that calls the service. Its fields say what is wrong with them, and the form says the rest. */
export function ActionForm(props: ActionFormProps) {
  const { button, look = "primary", isDisabled = false, beside, send, outcome, children } = props;
  const { busy, failure, run } = useAction();
  const { ask, question } = useQuestion();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = new FormData(form, event.submitter);
    run(async () => {
      const asked = await props.question?.(typed);
      if (asked) ask({ ...asked, onSure: () => run(() => send(typed, form)) });
      else await send(typed, form);
    });
  }
  return (
    <FormFaults failure={failure}>
      <form class={props.class ?? "stack"} onSubmit={submit}>
        {children}
        <p class="buttons">
          <button type="submit" class={look} disabled={busy || isDisabled}>
            {button}
          </button>
          {beside?.(busy)}
        </p>
        {outcome}
        <ActionFailure failure={failure} />
      </form>
      {question}
    </FormFaults>
  );
}
