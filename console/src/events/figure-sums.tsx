import type { SourceFigure } from "../../../client/src/eu-vat-client.ts";
import { useReader, type Words } from "../session/console-context.ts";
import { exactDecimal, minorOf } from "./event-sums.ts";
import type { Measure, ShownFigure } from "./opened-figure.ts";

type Sums = {
  readonly taxable_amount_minor: number | null;
  readonly vat_amount_minor: number | null;
};

type FigureSumsProps = {
  readonly figure: SourceFigure;
  readonly shown: ShownFigure | undefined;
  readonly lockedAt: string | undefined;
};

/** Displays count and sum of all events of a figure, as locked and since, and whether they are the figure. */
export function FigureSums({ figure, shown, lockedAt }: FigureSumsProps) {
  const reader = useReader();
  const { say, format } = reader;
  const { as_locked, since_lock, event_count: count } = figure;
  const isChanged = hasChanged(figure);
  const sums = sumsIn(reader, figure.currency);
  const compared = shown && equality(reader, figure, shown);
  const hasParts = as_locked && since_lock && isChanged && lockedAt;
  return (
    <div role="status" class="figure-sums">
      {hasParts && (
        <>
          <p>
            {say("events.asLocked", { instant: format.instant(lockedAt) })}{" "}
            {say.many("events.shown", as_locked.event_count)} {sums(figure, as_locked)}{" "}
            {!shown?.isSince && compared}
          </p>
          <p>
            {say.many("events.sinceThen", Math.abs(since_lock.event_count_difference), {
              change: format.countChange(since_lock.event_count_difference),
            })}{" "}
            {sums(figure, since_lock)} {shown?.isSince && compared}
          </p>
        </>
      )}
      <p>
        {count === null ? say("events.difference") : say.many("events.shown", count)}{" "}
        {sums(figure, figure)} {leftOut(reader, figure)} {!hasParts && compared}
      </p>
      {isRounded(figure) && (
        <p class="muted">
          {say("events.exactly", {
            taxable: format.decimal(figure.exact_taxable_amount ?? ""),
            vat: format.decimal(figure.exact_vat_amount ?? ""),
          })}
        </p>
      )}
    </div>
  );
}

/** Returns what puts a sum into words; nothing where the amounts are not known. */
const sumsIn =
  ({ say, format }: Words, currency: string) =>
  (whole: SourceFigure, { taxable_amount_minor: taxable, vat_amount_minor: vat }: Sums): string =>
    whole.vat_amount_minor === null || taxable === null || vat === null
      ? ""
      : say("events.together", {
          taxable: format.amount(taxable, currency),
          vat: format.amount(vat, currency),
        });

/** Returns the amounts that the return leaves out, by currency. */
const leftOut = ({ say, format }: Words, { left_out }: SourceFigure): string =>
  left_out
    .map(({ currency, taxable_amount_minor: taxable, vat_amount_minor: vat }) =>
      say("events.leftOut", {
        taxable: format.amount(taxable ?? 0, currency),
        vat: format.amount(vat ?? 0, currency),
      }),
    )
    .join(" ");

function equality(
  { say, format }: Words,
  figure: SourceFigure,
  { measure, value, isSince, line }: ShownFigure,
): string {
  const known = figureShown(figure, measure, isSince ?? false);
  if (known === null) return "";
  const apart = value - known;
  if (apart === 0 && line === undefined) return say("events.equals");
  if (apart === 0) return isOfLine(figure, line) ? say("bridge.equals") : "";
  const amount =
    measure === "count" ? format.countChange(apart) : format.change(apart, figure.currency);
  return say("events.differs", { amount });
}

/** True if events have come to a figure since its lock. */
const hasChanged = ({ since_lock }: SourceFigure): boolean =>
  Object.values(since_lock ?? {}).some((change) => change !== 0);

/**
 * True if the amounts that are left out are those of a line; both are sorted by currency. Amounts are those of today, so
 * that after a change the number of events as locked decides alone.
 */
const isOfLine = (figure: SourceFigure, line: ShownFigure["line"]): boolean =>
  !line || hasChanged(figure) || JSON.stringify(figure.left_out) === JSON.stringify(line);

/** Returns the sum that the return shows: as locked, if it is; null where it is not known. */
function figureShown(figure: SourceFigure, measure: Measure, isSince: boolean): number | null {
  const { as_locked, since_lock } = figure;
  if (measure === "count") {
    const difference = isSince ? since_lock : figure.event_count === null && figure.late_changes;
    if (difference) return difference.event_count_difference;
    return as_locked ? as_locked.event_count : figure.event_count;
  }
  const sums: Sums = (isSince ? since_lock : as_locked) ?? figure;
  return measure === "vat" ? sums.vat_amount_minor : sums.taxable_amount_minor;
}

/** True if single events add up to more or less than the rounded rows. */
const isRounded = (figure: SourceFigure): boolean =>
  [
    [figure.exact_taxable_amount, figure.taxable_amount_minor],
    [figure.exact_vat_amount, figure.vat_amount_minor],
  ].some(
    ([exact, minor]) =>
      typeof exact === "string" &&
      typeof minor === "number" &&
      exact !== exactDecimal(minorOf(minor, figure.currency)),
  );
