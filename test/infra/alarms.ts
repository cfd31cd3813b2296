import { readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { accessOf, accessOfRoute, partsOf } from "../../infra/function-access.ts";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { gatewayKey, type Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { queues } from "../../shared/platform/queues/queue-table.ts";
import { type Measured, metricsOf, type Seen, stateAfter } from "../synth/alarm-state.ts";
import { linesFound } from "../synth/log-filter.ts";
import type { Value } from "../synth/metric-math.ts";
import {
  apiTemplate,
  dataStack,
  EVERY_JOB,
  journalTemplate,
  type Properties,
  Resources,
  scheduleTemplate,
} from "../synth/templates.ts";

/* Each alarm on made-up measurements: that it goes off when it should, and stays quiet otherwise. */

const api = new Resources(apiTemplate(EVERY_JOB));
const schedule = new Resources(scheduleTemplate(EVERY_JOB));
const data = new Resources(Template.fromStack(dataStack()));
const journal = new Resources(journalTemplate());

const alarms = new Map(
  [api, schedule, data, journal].flatMap((stack) =>
    stack
      .ofType("AWS::CloudWatch::Alarm")
      .map(([id, alarm]) => [id.replace(/Alarm[0-9A-F]{8}$/, ""), alarm] as const),
  ),
);

const alarm = (name: string): Properties => {
  const found = alarms.get(name);
  if (!found) throw new Error(`no alarm ${name}`);
  return found;
};

type Series = Readonly<Record<string, readonly Value[]>>;

/** Series by name of the metric, and by the dimension that tells metrics of the same name apart. */
const measuring =
  (series: Series): Measured =>
  (metric) =>
    series[keyOf(metric)] ?? series[metric.name] ?? [];

const keyOf = ({ name, dimensions }: Seen): string =>
  [name, dimensions["Operation"] ?? dimensions["GlobalSecondaryIndexName"] ?? "table"].join(" ");

const always = (value: Value, periods: number): Value[] => Array(periods).fill(value);

const scheduled = Object.entries<Job>(jobs).flatMap(([name, { trigger }]) =>
  "schedule" in trigger ? [{ name, hours: trigger.silent_hours }] : [],
);

const idOf = (queue: string) => `${queue[0]?.toUpperCase()}${queue.slice(1)}`;

/** What is measured, over how many periods, and whether it goes off at the end. */
type Trial = readonly [what: string, series: Series, periods: number, state: "OK" | "ALARM"];

const NOTHING: Trial = ["nothing is measured", {}, 3, "OK"];

const TRIALS: Readonly<Record<string, readonly Trial[]>> = {
  ServerErrors: [
    NOTHING,
    ["calls and no failures", { "5xx": [0], Count: [1000] }, 1, "OK"],
    ["failures of a few calls", { "5xx": [5], Count: [100] }, 1, "ALARM"],
    ["failures alone: no call was counted", { "5xx": [5] }, 1, "ALARM"],
    ["four failures", { "5xx": [4], Count: [4] }, 1, "OK"],
    ["five of 1,001: noise", { "5xx": [5], Count: [1001] }, 1, "OK"],
    ["one in 200 of very many", { "5xx": [500], Count: [100_000] }, 1, "ALARM"],
    ["calls, while failures are not measured", { Count: [1000] }, 1, "OK"],
    ["over again", { "5xx": [9, undefined], Count: [9, undefined] }, 2, "OK"],
  ],
  Slow: [
    NOTHING,
    ["slow for a quarter of an hour", { Latency: [3000, 3000, 3500] }, 3, "ALARM"],
    ["slow for ten minutes", { Latency: [100, 3000, 3500] }, 3, "OK"],
    ["slow with a gap", { Latency: [3000, undefined, 3500] }, 3, "OK"],
  ],
  ...Object.fromEntries(
    ["401", "403", "429"].map((status) => [
      `Refused${status}`,
      [
        NOTHING,
        ["a hundred", { [`Refused${status}`]: [100] }, 1, "ALARM"],
        ["ninety-nine", { [`Refused${status}`]: [99] }, 1, "OK"],
        ["others", { Refused401: [0], Refused403: [0], Refused429: [0] }, 1, "OK"],
      ] satisfies Trial[],
    ]),
  ),
  FailedWrites: [
    NOTHING,
    ["one lock of a day", { FailedWrites: [1] }, 1, "ALARM"],
    ["calls without one", { FailedWrites: [0] }, 1, "OK"],
  ],
  Crashed: [
    NOTHING,
    ["one crash", { Crashes: [1] }, 1, "ALARM"],
    ["lines without one", { Crashes: [0] }, 1, "OK"],
  ],
  TableThrottled: [
    NOTHING,
    ["writes alone", { "WriteThrottleEvents table": [100] }, 1, "ALARM"],
    ["reads alone", { "ReadThrottleEvents table": [100] }, 1, "ALARM"],
    ["the index alone", { "WriteThrottleEvents gsi1": [100] }, 1, "ALARM"],
    ["reads of the index alone", { "ReadThrottleEvents gsi1": [100] }, 1, "ALARM"],
    [
      "some of each",
      { "WriteThrottleEvents table": [50], "WriteThrottleEvents gsi1": [50] },
      1,
      "ALARM",
    ],
    ["a few", { "WriteThrottleEvents table": [99] }, 1, "OK"],
    ["over again", { "WriteThrottleEvents table": [100, undefined] }, 2, "OK"],
  ],
  TableFailed: [
    NOTHING,
    ...[
      "GetItem",
      "BatchGetItem",
      "Query",
      "PutItem",
      "UpdateItem",
      "BatchWriteItem",
      "TransactWriteItems",
    ].map((operation): Trial => [operation, { [`SystemErrors ${operation}`]: [5] }, 1, "ALARM"]),
    ["a few", { "SystemErrors Query": [4] }, 1, "OK"],
    ["over again", { "SystemErrors Query": [5, undefined] }, 2, "OK"],
  ],
  ...Object.fromEntries(
    scheduled.map(({ name, hours }) => [
      `${name}Silent`,
      [
        ["nothing, ever", {}, hours, "ALARM"],
        ["a run long ago", { RunsDone: [1, ...always(undefined, hours)] }, hours + 1, "ALARM"],
        ["a run just in time", { RunsDone: [1, ...always(undefined, hours - 1)] }, hours, "OK"],
        ["runs that count none", { RunsDone: always(0, hours) }, hours, "ALARM"],
      ] satisfies Trial[],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(queues).flatMap(([queue, { stale_after_hours }]) => [
      [
        `Stale${idOf(queue)}`,
        [
          NOTHING,
          ["old", { ApproximateAgeOfOldestMessage: [stale_after_hours * 3600] }, 1, "ALARM"],
          ["young", { ApproximateAgeOfOldestMessage: [stale_after_hours * 3600 - 1] }, 1, "OK"],
        ],
      ],
      [
        `Dead${idOf(queue)}`,
        [
          NOTHING,
          ["one", { ApproximateNumberOfMessagesVisible: [1] }, 1, "ALARM"],
          ["none", { ApproximateNumberOfMessagesVisible: [0] }, 1, "OK"],
        ],
      ],
    ]),
  ),
  MissingRates: [
    NOTHING,
    ["a day without rates", { EcbDaysMissing: [1] }, 1, "ALARM"],
    ["over the weekend nothing is measured", { EcbDaysMissing: [1, undefined] }, 2, "ALARM"],
    ["found after all", { EcbDaysMissing: [1, undefined, 0] }, 3, "OK"],
    ["nothing missing, and then nothing measured", { EcbDaysMissing: [0, undefined] }, 2, "OK"],
  ],
  StandardRates: [
    NOTHING,
    ["a standard rate that differs", { StandardRatesDiffer: [1] }, 1, "ALARM"],
    ["nothing is measured between two runs", { StandardRatesDiffer: [1, undefined] }, 2, "ALARM"],
    ["it was decided", { StandardRatesDiffer: [1, undefined, 0] }, 3, "OK"],
  ],
  UnknownRates: [
    NOTHING,
    ["three accounts at unknown rates", { AccountsWithUnknownRates: [3] }, 1, "ALARM"],
    ["the rate was accepted", { AccountsWithUnknownRates: [3, undefined, 0] }, 3, "OK"],
  ],
  TedbUnusable: [
    NOTHING,
    ["an answer that could not be used", { TedbFaults: [1] }, 1, "ALARM"],
    ["all could be used", { TedbFaults: [1, 0] }, 2, "OK"],
  ],
  JournalLate: [
    NOTHING,
    ["half an hour behind", { IteratorAge: [1_800_000] }, 1, "ALARM"],
    ["a little behind", { IteratorAge: [1_799_999] }, 1, "OK"],
    ["over again", { IteratorAge: [1_800_000, undefined] }, 2, "OK"],
  ],
  JournalSilent: [
    NOTHING,
    [
      "written to, and nothing was read: a mapping that is off measures nothing",
      { ConsumedWriteCapacityUnits: [10] },
      1,
      "ALARM",
    ],
    [
      "a mapping that measures nothing read",
      { ConsumedWriteCapacityUnits: [10], PolledEventCount: [0] },
      1,
      "ALARM",
    ],
    ["a write at the end of the hour", { ConsumedWriteCapacityUnits: [9] }, 1, "OK"],
    ["read", { ConsumedWriteCapacityUnits: [500], PolledEventCount: [1] }, 1, "OK"],
    ["nothing was written", { ConsumedWriteCapacityUnits: [0] }, 1, "OK"],
    [
      "read again",
      { ConsumedWriteCapacityUnits: [10, 10], PolledEventCount: [undefined, 3] },
      2,
      "OK",
    ],
  ],
  JournalLost: [
    NOTHING,
    ["a batch", { ApproximateNumberOfMessagesVisible: [1] }, 1, "ALARM"],
    ["none", { ApproximateNumberOfMessagesVisible: [0] }, 1, "OK"],
  ],
  EvidenceFaults: [
    NOTHING,
    ["a fault", { EvidenceFaults: [1] }, 1, "ALARM"],
    ["none", { EvidenceFaults: [0] }, 1, "OK"],
  ],
  TallyDrift: [
    NOTHING,
    ["drift", { TallyDrift: [3] }, 1, "ALARM"],
    ["none", { TallyDrift: [0] }, 1, "OK"],
  ],
};

describe("the alarms", () => {
  it("are each tried here", () => {
    expect([...alarms.keys()].sort()).toEqual(Object.keys(TRIALS).sort());
  });

  it("go off when they should, and stay quiet otherwise", () => {
    const table = Object.entries(TRIALS).flatMap(([name, trials]) =>
      trials.map(([what, series, periods, expected]) => ({
        what: `${name}: ${what}`,
        expected,
        found: stateAfter(alarm(name), periods, measuring(series)),
      })),
    );
    const lines = (state: "expected" | "found") => table.map((row) => `${row.what}: ${row[state]}`);
    expect(lines("found")).toEqual(lines("expected"));
  });

  it("all go to the topic of the stage, and say what they mean", () => {
    for (const { AlarmActions, AlarmDescription } of alarms.values()) {
      expect(JSON.stringify(AlarmActions)).toMatch(/^\[\{.*:VatAlarms-dev"\]\]\}\]$/);
      expect(AlarmDescription).toMatch(/\w{3}/);
    }
  });

  it("look at nothing that bears the name of a function, but for the journal's own", () => {
    for (const [name, one] of alarms) {
      if (name.startsWith("Journal")) continue;
      for (const { namespace, dimensions } of metricsOf(one)) {
        expect(namespace).not.toBe("AWS/Lambda");
        expect(dimensions).not.toHaveProperty("FunctionName");
      }
    }
  });

  it("look back no further than CloudWatch allows: a day, or seven in periods of an hour", () => {
    for (const { Period, Metrics, EvaluationPeriods } of alarms.values()) {
      const periods = ((Metrics ?? []) as { MetricStat?: { Period: number } }[]).flatMap(
        ({ MetricStat }) => MetricStat?.Period ?? [],
      );
      for (const seconds of [Period ?? [], periods].flat() as number[]) {
        const most = seconds >= 3600 ? 7 * 86_400 : 86_400;
        expect(seconds * (EvaluationPeriods as number)).toBeLessThanOrEqual(most);
      }
    }
  });

  it("know every operation on the table that the functions are allowed", () => {
    const rows = [
      ...Object.values<Route>(routes).map(accessOfRoute),
      ...Object.values<Job>(jobs).map(accessOf),
    ];
    const allowed = rows.flatMap(({ uses }) => uses.map((use) => partsOf(use)[0]));
    const watched = metricsOf(alarm("TableFailed")).map(
      ({ dimensions }) => dimensions["Operation"],
    );
    // A condition check happens in transactions alone.
    const asked = new Set<string>(
      allowed.filter((tableOperation) => tableOperation !== "ConditionCheckItem"),
    );
    expect(watched.sort()).toEqual([...asked, "TransactWriteItems"].sort());
  });

  it("of jobs look at the metrics that the jobs write", () => {
    for (const [name, job] of [
      ["MissingRates", "refreshRates"],
      ["StandardRates", "compareTaxRates"],
      ["UnknownRates", "compareTaxRates"],
      ["TedbUnusable", "compareTaxRates"],
      ["TallyDrift", "auditAccount"],
      ["EvidenceFaults", "checkEvidence"],
      ...scheduled.map((one) => [`${one.name}Silent`, one.name]),
    ] as const) {
      for (const { namespace, dimensions } of metricsOf(alarm(name))) {
        expect(namespace).toBe("EuVat");
        expect(dimensions).toEqual({ job, service: "VatSchedule-dev" });
      }
    }
  });
});

describe("the metrics that are counted in logs", () => {
  const filters = new Map(
    api.ofType("AWS::Logs::MetricFilter").map(([, { FilterPattern, MetricTransformations }]) => {
      const [{ MetricName, MetricNamespace }] = MetricTransformations as [
        { MetricName: string; MetricNamespace: string },
      ];
      expect(MetricNamespace).toBe("EuVat/VatApi-dev");
      return [MetricName, FilterPattern as string];
    }),
  );

  it("are those of alarms", () => {
    const counted = [...alarms.values()]
      .flatMap(metricsOf)
      .filter(({ namespace }) => namespace === "EuVat/VatApi-dev");
    expect(counted.map(({ name }) => name).sort()).toEqual([...filters.keys()].sort());
  });

  const [[, stage] = ["", {}]] = api.ofType("AWS::ApiGatewayV2::Stage");
  const { Format } = stage["AccessLogSettings"] as { Format: string };

  it("find the refusals in the access log", () => {
    const line = (status: string) => Format.replace("$context.status", status);
    const lines = ["200", "401", "403", "404", "429", "500"].map(line);
    for (const status of ["401", "403", "429"]) {
      expect(linesFound(filters.get(`Refused${status}`) ?? "", lines)).toEqual([line(status)]);
    }
  });

  it("find calls that write and failed, but for those that can be sent again", () => {
    const line = ({ method, path }: Pick<Route, "method" | "path">, status: string) =>
      Format.replace("$context.routeKey", gatewayKey({ method, path }))
        .replace("$context.httpMethod", method)
        .replace("$context.status", status);
    const writing = [routes.createWebhook, routes.deleteWebhook];
    const lines = [routes.listWebhooks, ...writing].flatMap((route) =>
      ["201", "409", "500", "503", "504"].map((status) => line(route, status)),
    );
    expect(linesFound(filters.get("FailedWrites") ?? "", lines)).toEqual(
      writing.flatMap((route) => [line(route, "500"), line(route, "504")]),
    );
  });

  it("find what Lambda writes of a function that did not come to its end", () => {
    const crashes = [
      "2026-11-22T10:00:00.000Z 5f2 Task timed out after 29.00 seconds",
      "RequestId: 5f2 Error: Runtime exited with error: signal: killed",
      '2026-11-22T10:00:00.000Z\t5f2\tERROR\tInvoke Error \t{"errorType":"Error"}',
      '2026-11-22T10:00:00.000Z\tundefined\tERROR\tUncaught Exception \t{"errorType":"Error"}',
    ];
    const usual = [
      "START RequestId: 5f2 Version: 7",
      "REPORT RequestId: 5f2\tDuration: 12.10 ms\tBilled Duration: 13 ms",
      readFileSync("test/synth/log-line.json", "utf8"),
    ];
    expect(linesFound(filters.get("Crashes") ?? "", [...crashes, ...usual])).toEqual(crashes);
  });
});
