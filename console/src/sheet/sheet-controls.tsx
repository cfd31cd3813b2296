import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { partName, type Sheet } from "./sheet-lines.ts";

type Control = Sheet["controls"][number];

/** Displays the totals to compare with those that the portal shows. */
export function SheetControls({ sheet }: { readonly sheet: Sheet }) {
  const { say, format } = useReader();
  const nameOf = ({ control, section, member_state }: Control): string =>
    [
      section ? partName(section, say) : say.code(`control.${control}`),
      member_state && format.country(member_state),
    ]
      .filter(Boolean)
      .join(": ");
  const columns: Column<Control>[] = [
    { head: say("table.total"), cell: nameOf },
    figureColumn(say("standing.taxable"), (control) => control.taxable_amount),
    figureColumn(say("sheet.vat"), (control) => control.vat_amount),
  ];
  return (
    <Card title={say("sheet.controls", { currency: sheet.currency })}>
      <DataTable
        caption={say("sheet.controls", { currency: sheet.currency })}
        columns={columns}
        rows={sheet.controls}
        keyOf={(control) => [control.control, control.section, control.member_state].join(" ")}
      />
    </Card>
  );
}
