import type { TableRecord } from "../files/record.ts";
import { RowRefusal } from "./row-refusal.ts";

/**
 * A row with other cells than the header has them under wrong names.
 * @throws RowRefusal
 */
export function refuseOtherWidth(record: TableRecord): void {
  const expected = record.header.names.length;
  const all = [record, ...record.rest];
  const wrong = all.find(({ width }) => width !== expected);
  if (!wrong) return;
  const isCut = record.isOpenEnd && wrong === all.at(-1) && wrong.width < expected;
  throw new RowRefusal(
    isCut ? "row_cut_off" : "wrong_number_of_cells",
    "",
    isCut
      ? "The file ends in the middle of this row: download it again."
      : `Row ${wrong.at} has ${wrong.width} cells, the header ${expected}.`,
  );
}
