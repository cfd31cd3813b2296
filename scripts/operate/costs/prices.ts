/** Prices in USD, of us-east-1, as docs/operations.md has them with their sources; none is from AWS's own list. */
export const PRICES = {
  /** Storage of the table and its point-in-time recovery, a GB and month. */
  table_gb: 0.45,
  s3_gb: 0.023,
  /** A file of the journal: its put, and the run of a tenth of a second that writes it. */
  journal_file: 0.000_005_87,
  /** A file that is read, and its share of the time of sixteen at once. */
  file_read: 0.000_000_43,
  /** A file of the lake: its put, the run that writes it, and the calls that merge it. */
  lake_file: 0.000_017,
  kms_key: 1,
  secret: 0.4,
  alarm_metric: 0.1,
  /** A custom metric, or one of logs, in a month in each hour of which it is sent. */
  metric: 0.3,
  dashboard: 3,
  web_acl: 5,
  web_rule: 1,
  /** A file that is put into another region, and the transfer of a GB. */
  copied_file: 0.000_005,
  copied_gb: 0.02,
  sqs_request: 0.000_000_4,
  schedule: 0.000_001,
  backup_warm_gb: 0.1,
  backup_cold_gb: 0.03,
} as const;

/** Measured costs of units of work; docs/operations.md has the arithmetic. */
export const UNITS = {
  /** USD a million, with table, function, API and logs. */
  single_sales: 7.93,
  batched_sales: 2.23,
  single_refunds: 9.3,
  batched_refunds: 3.0,
  /** USD of the read units and the time of an audit of a million events, nine times a month. */
  audits_a_million: 1.01,
  /** USD of a read unit for each of a million items, and 0.1 ms of a function of 3 GB. */
  checked_a_million: 0.129,
  /** USD of finding the partition of a million lines, 10 µs each. */
  lines_a_million: 0.0004,
  /** USD a million runs of small jobs: 0.1 s of 1.8 GB, a kilobyte of log, a read unit. */
  job_runs: 3.2,
  /** USD of a run of the smoke test: 2 s of 0.25 GB, ten requests, an event that is sent twice. */
  smoke_test: 0.000_056,
  /** Lambda polls a queue by five connections, each of them every 20 s. */
  polls_a_queue: 648_000,
  gb_a_million_events: 1.8,
  /** A sale is one change; a refund changes its sale and its link too. */
  changes_an_event: 1.1,
  changes_a_file: 1_000,
  /** Shards of the stream of a new table; a larger table has more. */
  shards: 4,
  gb_a_million_changes: 1.4,
  /** Parquet of 100,000 made-up sales: 53 bytes a row. */
  lake_gb_a_million_rows: 0.06,
  /** USD of writing a row, reading it and writing it again: 0.3 ms on one processor. */
  lake_time_a_million_rows: 0.01,
} as const;
