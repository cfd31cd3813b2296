/*
 * What the peers do in SQL: tables as somebody would make who needs this one report, with an index for it and the
 * same rows in its answer. Amounts are in minor units, as here.
 */

/** Whose key it is, the supplies, their sums, and the rates that convert them: in any SQL. */
export const TABLES = `
create table api_keys (id varchar primary key, hash varchar not null, account varchar not null);
create table exchange_rates (currency varchar primary key, rate decimal(18, 6) not null);
create table supplies (
  account varchar not null, event_id varchar not null, period varchar not null, kind varchar not null,
  from_country varchar not null, consumption varchar not null, category varchar not null, bps integer not null,
  currency varchar not null, taxable bigint not null, vat bigint not null, day date not null
);
create table sums (
  account varchar not null, period varchar not null, kind varchar not null, from_country varchar not null,
  consumption varchar not null, category varchar not null, bps integer not null, currency varchar not null,
  events bigint not null, taxable bigint not null, vat bigint not null,
  primary key (account, period, kind, from_country, consumption, category, bps, currency)
);
create table drawn (
  account varchar, copies integer, event_id varchar, period varchar, kind varchar, from_country varchar,
  consumption varchar, category varchar, bps integer, currency varchar, taxable bigint, vat bigint, day date
);`;

const COLUMNS =
  "account, event_id, period, kind, from_country, consumption, category, bps, currency, taxable, vat, day";
const ROW = "kind, from_country, consumption, category, bps";

/** Makes the supplies of what was drawn: `copy` is how an SQL numbers the copies of a row. */
export const suppliesOf = (copy: { readonly from: string; readonly number: string }): string => `
insert into supplies (${COLUMNS})
select account, event_id || '-' || ${copy.number}, period, kind, from_country, consumption, category, bps,
  currency, taxable, vat, day
from ${copy.from};`;

/** After the rows are in, which is how a load is fast. */
export const INDEXES = `
alter table supplies add primary key (account, event_id);
create index supplies_of_a_period on supplies (account, period);
insert into sums
select account, period, ${ROW}, currency, count(*), sum(taxable), sum(vat)
from supplies group by account, period, ${ROW}, currency;`;

export const ACCOUNT_OF_KEY = "select account from api_keys where id = $1 and hash = $2";

/** A row of the return converts its sums of all currencies, adds them, and rounds once. */
const summaryFrom = (sums: string): string => `
select kind as supply_kind, from_country, consumption as member_state_of_consumption,
  category as rate_category, bps as vat_rate_bps,
  cast(sum(events) as double precision) as event_count,
  cast(round(sum(taxable / rate)) as double precision) as taxable_amount_minor,
  cast(round(sum(vat / rate)) as double precision) as vat_amount_minor
from (${sums}) as sums join exchange_rates using (currency)
group by ${ROW} order by ${ROW}`;

export const SUMMARY_OVER_ROWS = summaryFrom(
  `select ${ROW}, currency, count(*) as events, sum(taxable) as taxable, sum(vat) as vat
  from supplies where account = $1 and period = $2 group by ${ROW}, currency`,
);

export const SUMMARY_OVER_SUMS = summaryFrom(
  `select ${ROW}, currency, events, taxable, vat from sums where account = $1 and period = $2`,
);

/**
 * Inserts the events of a request and adds them to the sums, both or neither; a repeated one changes nothing. One
 * statement is the quickest transaction there is.
 */
export const COMMIT = `
with sent as (
  select event_id, to_char(supply_date, 'YYYY"-Q"Q') as period,
    case when supply_kind = 'goods' then 'goods' else 'services' end as kind,
    coalesce(dispatch_country, establishment_country) as from_country,
    consumption_country as consumption, rate_category as category, vat_rate_bps as bps, currency,
    taxable_amount_minor as taxable, vat_amount_minor as vat, supply_date as day
  from jsonb_to_recordset($2::text::jsonb) as event (
    event_id text, supply_date date, supply_kind text, dispatch_country text, establishment_country text,
    consumption_country text, rate_category text, vat_rate_bps integer, currency text,
    taxable_amount_minor bigint, vat_amount_minor bigint)
), fresh as (
  insert into supplies (${COLUMNS})
  select $1, event_id, period, ${ROW}, currency, taxable, vat, day from sent
  on conflict do nothing returning *
), added as (
  insert into sums
  select account, period, ${ROW}, currency, count(*), sum(taxable), sum(vat) from fresh
  group by account, period, ${ROW}, currency
  on conflict (account, period, kind, from_country, consumption, category, bps, currency) do update
  set events = sums.events + excluded.events, taxable = sums.taxable + excluded.taxable,
    vat = sums.vat + excluded.vat
)
select event_id from fresh`;
