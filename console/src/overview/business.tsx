import type { DueReturn, OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { pageOf, returnName } from "./due-returns.ts";
import { type KnownReturn, knownReturns, shownReturns, yearBefore } from "./known-returns.ts";

/** Number of countries in the picture. */
const COUNTRIES = 5;

type BusinessProps = {
  readonly returns: readonly DueReturn[];
  readonly check: OssThresholdCheck | undefined;
};

/** Displays the business in two pictures: VAT by return period, and the countries with the most turnover of the year. */
export function Business({ returns, check }: BusinessProps) {
  const countries = check?.countries ?? [];
  const known = knownReturns(returns);
  if (known.length === 0) return null;
  return (
    <div class="pictures">
      <VatByPeriod known={known} returns={returns} />
      {countries.length > 0 && <Countries of={countries} />}
    </div>
  );
}

type VatByPeriodProps = {
  readonly known: readonly KnownReturn[];
  readonly returns: readonly DueReturn[];
};

function VatByPeriod({ known, returns }: VatByPeriodProps) {
  const words = useReader();
  const { say } = words;
  const shown = shownReturns(known);
  const before = new Map(shown.map((one) => [one, yearBefore(one, known)]));
  const largest = Math.max(
    1,
    ...[...shown, ...before.values()].map((one) => one?.payable_vat_minor ?? 0),
  );
  return (
    <Card title={say("quarters.title", { scheme: say.code(known[0]?.scheme_type ?? "") })}>
      <ul class="columns">
        {shown.map((one) => (
          <li key={`${one.period_key} ${one.registration_id}`}>
            <Column of={one} before={before.get(one)} largest={largest} />
            <a href={addressOf(pageOf("period", one, returns))}>
              {returnName(one, returns, words).period}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ColumnProps = {
  readonly of: KnownReturn;
  readonly before: KnownReturn | undefined;
  readonly largest: number;
};

/**
 * Displays a return as a column under its amount, beside that of the year before, with what has changed since its lock and in
 * the year.
 */
function Column({ of, before, largest }: ColumnProps) {
  const { say, format } = useReader();
  const { return_currency: currency, payable_vat_since_lock_minor: since, state } = of;
  return (
    <>
      <span class="figure">{format.amount(of.payable_vat_minor, currency)}</span>
      {state === "running" && <small class="muted">{say("state.running")}</small>}
      {before && (
        <small class="muted">
          {say("quarters.year", {
            change: format.change(of.payable_vat_minor - before.payable_vat_minor, currency),
            period: format.period(before.period_key),
          })}
        </small>
      )}
      {since ? (
        <small class="muted">
          {say("quarters.sinceLock", { change: format.change(since, currency) })}
        </small>
      ) : null}
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        {before && <Rect of={before} x={0} largest={largest} look="bar-before" />}
        <Rect
          of={of}
          x={before ? 5.25 : 2.5}
          largest={largest}
          look={state === "running" ? "bar-running" : "bar-front"}
        />
      </svg>
    </>
  );
}

type RectProps = Pick<ColumnProps, "of" | "largest"> & {
  readonly x: number;
  readonly look: string;
};

function Rect({ of, largest, x, look }: RectProps) {
  const height = (Math.max(0, of.payable_vat_minor) / largest) * 100;
  return <rect class={look} x={x} y={100 - height} width="4.75" height={height} />;
}

function Countries({ of }: { readonly of: OssThresholdCheck["countries"] }) {
  const { say, format } = useReader();
  const largest = Math.max(1, ...of.map(({ amount_minor }) => amount_minor));
  const top = of.toSorted((one, other) => other.amount_minor - one.amount_minor);
  return (
    <Card title={say("countries.title")}>
      <ul class="bars">
        {top.slice(0, COUNTRIES).map(({ member_state_of_consumption: state, amount_minor }) => (
          <li key={state}>
            <span>{format.country(state)}</span>
            <span class="figure">{format.amount(amount_minor, "EUR")}</span>
            <Bar share={(amount_minor / largest) * 100} />
          </li>
        ))}
      </ul>
      {of.length > COUNTRIES && (
        <p class="muted small repair">{say.many("countries.others", of.length - COUNTRIES)}</p>
      )}
    </Card>
  );
}
