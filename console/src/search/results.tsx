import { useReader } from "../session/console-context.ts";
import type { Found } from "./found.ts";

type ResultsProps = {
  readonly id: string;
  readonly found: readonly Found[];
  /** The result that Enter opens. */
  readonly at: number;
  readonly onChoose: (found: Found) => void;
};

/** Lists what was found, in groups; the field above keeps the focus (the pattern of WAI-ARIA for a combobox). */
export function Results({ id, found, at, onChoose }: ResultsProps) {
  const { say } = useReader();
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  return (
    <div id={id} class="results" role="listbox" aria-label={say("search.results")}>
      {groups.map(([group, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} role="presentation" class="muted small">
            {say(`search.group.${group}`)}
          </p>
          {own.map((one) => {
            const index = found.indexOf(one);
            return (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
              <div
                key={index}
                id={optionId(id, index)}
                role="option"
                aria-selected={index === at}
                onClick={() => onChoose(one)}
              >
                <bdi>{one.name}</bdi>
                {one.note && <bdi class="muted small">{one.note}</bdi>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;
