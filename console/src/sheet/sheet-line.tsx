import { useReader, useSession } from "../session/console-context.ts";
import { cellText, fieldWord, type Line, type Sheet } from "./sheet-lines.ts";

type SheetLineProps = {
  readonly line: Line;
  readonly sheet: Sheet;
  readonly busy: boolean;
  readonly onTick: (line_id: string, ticked: boolean) => void;
  readonly onCopied: (text: string) => void;
};

/**
 * Displays a line: its box to tick, and a button for each figure that copies it and leads on to the next. A reader who
 * may not tick sees which lines are ticked.
 */
export function SheetLine({ line, sheet, busy, onTick, onCopied }: SheetLineProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const mayTick = may("tickEntrySheet");
  const word = (field: string) => fieldWord(sheet, field, say.language);
  const cells = line.cells.map((cell) => ({ ...cell, text: cellText(cell, say) }));
  const name = cells
    .map(({ text }) => text)
    .filter(Boolean)
    .join(" ");
  return (
    <li class="sheet-line">
      {mayTick && (
        <label>
          <input
            type="checkbox"
            checked={line.ticked}
            disabled={busy}
            onChange={({ currentTarget: { checked } }) => onTick(line.line_id, checked)}
          />{" "}
          <span>{say("sheet.tick")}</span>
          <span class="unseen"> {name}</span>
        </label>
      )}
      {!mayTick && line.ticked && <span>{say("sheet.tick")}</span>}
      <dl>
        {cells.map(({ field, text }) => (
          <div key={field}>
            <dt>{word(field)}</dt>
            <dd>
              {text === null && <span class="muted">{say("sheet.notKept")}</span>}
              {text?.includes("*") && <span class="muted">{text}</span>}
              {text !== null && !text.includes("*") && (
                <CopyCell text={text} label={word(field)} onCopied={onCopied} />
              )}
              {field.endsWith("member_state") && text && (
                <span class="muted"> {format.country(text)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type CopyCellProps = {
  readonly text: string;
  readonly label: string;
  readonly onCopied: (text: string) => void;
};

function CopyCell({ text, label, onCopied }: CopyCellProps) {
  const { say } = useReader();
  async function copy(button: HTMLButtonElement) {
    try {
      await navigator.clipboard.writeText(text);
      onCopied(text);
      nextCell(button)?.focus();
    } catch {
      onCopied(say("copy.failed"));
    }
  }
  return (
    <button
      type="button"
      class="copies"
      title={say("copy.button")}
      aria-label={`${say("copy.button")}: ${label} ${text}`}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    >
      {text}
    </button>
  );
}

/** Returns the copy button after this one, so that the keyboard alone copies a sheet. */
function nextCell(button: HTMLButtonElement): HTMLButtonElement | undefined {
  const all = [...document.querySelectorAll<HTMLButtonElement>("button.copies")];
  return all[all.indexOf(button) + 1];
}
