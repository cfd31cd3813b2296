import { FileFault } from "./file-fault.ts";
import type { TableHeader } from "./record.ts";
import { columnKey, missingColumns, type TableForm } from "./table-form.ts";

/** A known report, to tell somebody which one was uploaded instead. */
export type NamedForm = { readonly title: string; readonly form: TableForm };

export type ReadHeader = TableHeader & {
  readonly separator: string;
  /** Where in a row a column stands; undefined when the file lacks it. */
  readonly placeOfColumn: (column: string) => number | undefined;
};

/**
 * The columns in the first line of a table.
 * @throws FileFault when needed ones are missing or doubled, or it is the header of one of `others`
 */
export function tableHeader(
  line: string,
  form: TableForm,
  others: readonly NamedForm[],
): ReadHeader {
  const [best] = form.separators
    .map((separator) => ({ separator, names: namesOf(line, separator) }))
    .map((one) => ({ ...one, missing: missingColumns(form, one.names) }))
    .sort((a, b) => a.missing.length - b.missing.length);
  if (!best) throw new RangeError("a table needs a separator");
  if (best.missing.length > 0) throw missingFault(line, best, others);
  refuseDoubled(best.names);
  const placeOfColumn = remembered(best.names);
  return {
    names: best.names,
    has: (column) => placeOfColumn(column) !== undefined,
    separator: best.separator,
    placeOfColumn,
  };
}

/** A name is compared once, and not again for each of a million rows. */
function remembered(names: readonly string[]): ReadHeader["placeOfColumn"] {
  const places = new Map(names.map((name, at) => [columnKey(name), at]));
  const asked = new Map<string, number | undefined>();
  return (column) => {
    if (!asked.has(column)) asked.set(column, places.get(columnKey(column)));
    return asked.get(column);
  };
}

function refuseDoubled(names: readonly string[]): void {
  const doubled = [
    ...Map.groupBy(
      names.filter((name) => name.trim() !== ""),
      columnKey,
    ),
  ]
    .filter(([, same]) => same.length > 1)
    .map(([, same]) => same[0]);
  if (doubled.length === 0) return;
  throw new FileFault("doubled_columns", `The header names columns twice: ${listed(doubled)}.`);
}

function missingFault(
  line: string,
  { missing, names }: { missing: readonly string[]; names: readonly string[] },
  others: readonly NamedForm[],
): FileFault {
  const other = others.find(({ form }) =>
    form.separators.some((one) => missingColumns(form, namesOf(line, one)).length === 0),
  );
  if (other) {
    return new FileFault("wrong_report", `This is another report: ${other.title}.`);
  }
  if (names.length === 1 && line.length > 40) {
    return new FileFault(
      "missing_columns",
      `The header is one single column, so the separator is not the expected one, or it is no table: "${line.slice(0, 60)}".`,
    );
  }
  return new FileFault("missing_columns", `The header lacks needed columns: ${listed(missing)}.`);
}

/** At most ten by name. */
const listed = (names: readonly (string | undefined)[]): string =>
  names.length > 10
    ? `${names.slice(0, 10).join(", ")} and ${names.length - 10} more`
    : names.join(", ");

/** The names of a header hold no separators, so quotes around them are just cut. */
const namesOf = (line: string, separator: string): string[] =>
  line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
