import type { DueReturn, OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { pageOf, returnName } from "./due-returns.ts";
import { type Quarter, quartersOf, yearBefore } from "./quarters.ts";

/** Number of countries in the picture. */
const COUNTRIES = 5;

type BusinessProps = {
  readonly returns: readonly DueReturn[];
  readonly check: OssThresholdCheck | undefined;
};

/** Displays the business in two pictures: VAT by quarter, and the countries with the most turnover of the year. */
export function Business({ returns, check }: BusinessProps) {
  const countries = check?.countries ?? [];
  const quarters = quartersOf(returns);
  if (quarters.length === 0) return null;
  return (
    <div class="pictures">
      <VatByQuarter quarters={quarters} returns={returns} />
      {countries.length > 0 && <Countries of={countries} />}
    </div>
  );
}

type VatByQuarterProps = {
  readonly quarters: readonly Quarter[];
  readonly returns: readonly DueReturn[];
};

function VatByQuarter({ quarters, returns }: VatByQuarterProps) {
  const { say } = useReader();
  const largest = Math.max(1, ...quarters.map((quarter) => quarter.payable_vat_minor));
  return (
    <Card title={say("quarters.title")}>
      <ul class="columns">
        {quarters.map((quarter) => (
          <li key={`${quarter.period_key} ${quarter.registration_id}`}>
            <Column quarter={quarter} share={quarter.payable_vat_minor / largest} of={quarters} />
            <a href={addressOf(pageOf("period", quarter, returns))}>
              <QuarterName quarter={quarter} all={returns} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function QuarterName({ quarter, all }: { quarter: Quarter; all: readonly DueReturn[] }) {
  return <>{returnName(quarter, all, useReader()).period}</>;
}

type ColumnProps = {
  readonly quarter: Quarter;
  /** The part of the largest amount, from 0 to 1. */
  readonly share: number;
  readonly of: readonly Quarter[];
};

/** Displays a quarter as a column under its amount, with what has changed since its lock and in a year. */
function Column({ quarter, share, of }: ColumnProps) {
  const { say, format } = useReader();
  const { return_currency: currency, payable_vat_since_lock_minor: since, state } = quarter;
  const before = yearBefore(quarter, of);
  const height = Math.max(0, share) * 100;
  return (
    <>
      <span class="figure">{format.amount(quarter.payable_vat_minor, currency)}</span>
      {state === "running" && <small class="muted">{say("state.running")}</small>}
      {before && (
        <small class="muted">
          {say("quarters.year", {
            change: format.change(quarter.payable_vat_minor - before.payable_vat_minor, currency),
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
        <rect
          class={state === "running" ? "bar-running" : "bar-front"}
          y={100 - height}
          width="10"
          height={height}
        />
      </svg>
    </>
  );
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
        <p class="muted small">{say.many("countries.others", of.length - COUNTRIES)}</p>
      )}
    </Card>
  );
}
