import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { EventExplanation } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Fact } from "../parts/fact.tsx";
import { useReader, useSession, type Words } from "../session/console-context.ts";
import { addressOf, slugOf } from "../shell/page.ts";

type ExplanationProps = {
  readonly id: string;
  /** Opens another event. */
  readonly onOpen: (id: string) => void;
};

/** Displays why an event is taxed and declared as it is, as a text to hand to an auditor. */
export function Explanation({ id, onOpen }: ExplanationProps) {
  const { say } = useReader();
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say("explain.title")}</summary>
      {isOpen && <Explained id={id} onOpen={onOpen} />}
    </details>
  );
}

function Explained({ id, onOpen }: ExplanationProps) {
  const words = useReader();
  const { client } = useSession();
  const found = useLoad(`explanation ${id}`, (signal) =>
    client.explainSupplyEvent({ path: { event_id: id } }, { signal }),
  );
  return (
    <Loaded of={found}>
      {(value) => (
        <>
          <dl class="facts">
            {[...basisFacts(value, words), ...returnFacts(value, words)].map(([name, text]) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
            {relatedTo(value, words).map(({ name, ids }) => (
              <Fact key={name} name={name}>
                {ids.map((other) => (
                  <button key={other} type="button" class="opens" onClick={() => onOpen(other)}>
                    <bdi class="mark">{other}</bdi>
                  </button>
                ))}
              </Fact>
            ))}
          </dl>
          <p class="buttons">
            <button type="button" onClick={() => print()}>
              {words.say("sheet.print")}
            </button>
          </p>
        </>
      )}
    </Loaded>
  );
}

type NamedFact = readonly [name: string, text: ComponentChildren];

function basisFacts({ place, rate }: EventExplanation, { say, format }: Words): NamedFact[] {
  const rule = say.known(`basis.${place.rule}`) ?? place.statement;
  const country = place.country && format.country(place.country);
  const classes = rate.tax_classes.map(
    ({ tax_class_id, applies_to }) =>
      tax_class_id.replaceAll("_", " ") + (applies_to === "any" ? "" : `, ${say.code(applies_to)}`),
  );
  // Of an event without a class, any class of the rate may be meant: their notes would say nothing of it.
  const note = rate.tax_classes.length === 1 && rate.tax_classes[0]?.rate_note;
  const known = rate.is_in_force === null ? "unknown" : rate.is_in_force ? "inForce" : "notInForce";
  return [
    [say("explain.place"), [country, `${rule} (${place.articles})`].filter(Boolean).join(": ")],
    ...(rate.vat_rate_bps === null
      ? []
      : ([
          [
            say("column.rate"),
            [
              `${format.rate(rate.vat_rate_bps)}: ${say(`explain.rate.${known}`)}`,
              ...(classes.length > 0 ? [`(${classes.join("; ")})`] : []),
            ].join(" "),
          ],
          [
            say("explain.ratesTo"),
            say("explain.ratesVersion", {
              day: format.day(rate.rates_version.slice(0, 10)),
              version: rate.rates_version,
            }),
          ],
          ...(note ? [[say("explain.note"), note] as const] : []),
        ] as NamedFact[])),
  ];
}

function returnFacts(
  { return: counted, left_out_as }: EventExplanation,
  words: Words,
): NamedFact[] {
  const { say, format } = words;
  if (!counted) return [[say("explain.return"), say("explain.noReturn")]];
  const { scheme_type, period_key: period, lock } = counted;
  const to = { name: "period", scheme: slugOf(scheme_type), period } as const;
  return [
    [
      say("explain.return"),
      <a key="return" href={addressOf(to)}>
        {`${say.code(scheme_type)}, ${format.period(period)}`}
      </a>,
    ],
    ...(left_out_as ? ([[say("explain.leftOut"), say.code(left_out_as)]] as NamedFact[]) : []),
    ...lineFacts(counted, words),
    [say("explain.lock"), lock ? lockText(lock, words) : say("state.open")],
    ...(counted.after_lock
      ? ([[say("explain.late"), lateText(counted.declared_in, words)]] as NamedFact[])
      : []),
  ];
}

type CountingReturn = NonNullable<EventExplanation["return"]>;

function lineFacts(
  { row, correction, contribution }: CountingReturn,
  { say, format }: Words,
): NamedFact[] {
  if (!contribution) return [];
  const { currency } = contribution;
  const line = row ?? correction;
  const amounts = line && {
    taxable: format.amount(line.taxable_amount_minor, currency),
    vat: format.amount(line.vat_amount_minor, currency),
  };
  const name = row
    ? format.rate(row.vat_rate_bps)
    : correction && format.period(correction.original_period);
  return [
    [
      say("explain.contribution"),
      say("explain.amounts", {
        taxable: `${format.decimal(contribution.taxable_amount)} ${currency}`,
        vat: `${format.decimal(contribution.vat_amount)} ${currency}`,
      }),
    ],
    ...contribution.exchange_rates.map(
      ({ currency: quoted, rate, date }): NamedFact => [
        say("explain.exchange", { currency: quoted }),
        say("explain.exchangeAt", { rate: format.decimal(rate), day: format.day(date) }),
      ],
    ),
    ...(line && amounts
      ? ([
          [
            say(row ? "explain.row" : "explain.correction"),
            `${format.country(line.member_state_of_consumption)}, ${name}: ${say("explain.amounts", amounts)}`,
          ],
        ] as NamedFact[])
      : []),
  ];
}

function lockText(lock: NonNullable<CountingReturn["lock"]>, { say, format }: Words): string {
  const { locked_at, filed, sha256 } = lock;
  return [
    say("standing.locked", { instant: format.instant(locked_at) }),
    ...(filed ? [say("standing.filed", { day: format.day(filed.filed_at) })] : []),
    ...(filed?.filing_reference ? [`${say("filing.reference")}: ${filed.filing_reference}.`] : []),
    `SHA-256: ${sha256}`,
  ].join(" ");
}

function lateText(declared_in: CountingReturn["declared_in"], { say, format }: Words): string {
  if (!declared_in) return say("standing.nothingToDeclare");
  const periods = declared_in.map((period) => format.period(period)).join(", ");
  return periods ? `${say("standing.declaredIn")} ${periods}` : say("standing.declaredNowhere");
}

function relatedTo({ sale, corrected_by }: EventExplanation, { say }: Words) {
  return [
    { name: say("event.original"), ids: sale ? [sale.event_id] : [] },
    { name: say("explain.correctedBy"), ids: corrected_by.map(({ event_id }) => event_id) },
  ].filter(({ ids }) => ids.length > 0);
}
