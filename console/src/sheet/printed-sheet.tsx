import { breakable } from "../format/breakable.ts";
import { useReader } from "../session/console-context.ts";
import {
  cellText,
  fieldWord,
  type Line,
  linesByPart,
  partName,
  type Sheet,
} from "./sheet-lines.ts";

/** Displays the sheet on paper: a table for each part, with a line of it in a row. */
export function PrintedSheet({ sheet }: { readonly sheet: Sheet }) {
  const { say } = useReader();
  return (
    <div class="on-paper">
      {linesByPart(sheet).map(([part, lines]) => (
        <section key={part}>
          <h2>{partName(part, say)}</h2>
          <PartTable sheet={sheet} lines={lines} />
        </section>
      ))}
    </div>
  );
}

type PartTableProps = { readonly sheet: Sheet; readonly lines: readonly Line[] };

function PartTable({ sheet, lines }: PartTableProps) {
  const { say } = useReader();
  const fields = [...new Set(lines.flatMap(({ cells }) => cells.map(({ field }) => field)))];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say("sheet.tick")}</th>
          {fields.map((field) => (
            <th key={field} scope="col" class={isFigure(field) ? "figure" : ""}>
              {breakable(fieldWord(sheet, field, say.language))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line_id}>
            <td>{line.ticked ? "☑" : "☐"}</td>
            {fields.map((field) => (
              <td key={field} class={isFigure(field) ? "figure" : ""}>
                <Text line={line} field={field} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Stands for a number that is not stored, and is written by hand. */
const TO_WRITE = "______________";

const isFigure = (field: Field): boolean => field === "rate" || /_amount$|^correction$/.test(field);

type Field = Line["cells"][number]["field"];

function Text({ line, field }: { readonly line: Line; readonly field: Field }) {
  const { say, format } = useReader();
  const cell = line.cells.find((one) => one.field === field);
  if (!cell) return null;
  if (cell.text === null) return <>{TO_WRITE}</>;
  const isState = field.endsWith("member_state") && cell.text !== "";
  return (
    <>
      {isState ? `${cell.text} ${format.country(cell.text)}` : breakable(cellText(cell, say) ?? "")}
    </>
  );
}
