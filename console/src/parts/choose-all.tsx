import { useReader } from "../session/console-context.ts";

type ChooseAllProps = {
  readonly all: readonly string[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
};

/** Displays the buttons that choose all rows of a table, or none. */
export function ChooseAll({ all, onChoose }: ChooseAllProps) {
  const { say } = useReader();
  if (all.length < 2) return null;
  return (
    <p class="buttons">
      <button type="button" class="small" onClick={() => onChoose(new Set(all))}>
        {say("review.chooseAll")}
      </button>
      <button type="button" class="small" onClick={() => onChoose(new Set())}>
        {say("review.chooseNone")}
      </button>
    </p>
  );
}
