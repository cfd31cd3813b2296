import { readdirSync, readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { settingsFrom, settingsOf } from "../../infra/settings.ts";
import { stackProps } from "../../infra/stack-props.ts";
import { settingsWith } from "../synth/templates.ts";

const fromContext = (context: Record<string, unknown>) => settingsFrom(new App({ context }));

const content = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`infra/stages/${name}.json`, "utf8"));

const dev = content("dev");
const prod = { ...content("prod.example"), alarms: { email: "vat@books.example" } };

const STREAM = "arn:aws:dynamodb:eu-central-1:111122223333:table/VatData-dev-restored/stream/2026";

/** Which needs a domain of the API besides. */
const EDGE = {
  domain: "vat.example",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/c",
  secretName: "vat/edge",
  perAddress: 3000,
  perKey: 3000,
};

const MOVED = [
  "alarmEmail",
  "alarmTopicArn",
  "allowedOrigins",
  "certificateArn",
  "domainName",
  "region",
  "restoredTable",
  "tableKey",
];

const THROTTLE = dev["throttle"] as Record<string, unknown>;

describe("a stage", () => {
  it("is dev unless said otherwise, and is what its file says", () => {
    expect(fromContext({})).toEqual({ stage: "dev", ...dev });
    expect(fromContext({ stage: "dev" })).toEqual({ stage: "dev", ...dev });
  });

  it("has to have a file, prod as well", () => {
    expect(readdirSync("infra/stages")).not.toContain("prod.json");
    expect(() => fromContext({ stage: "prod" })).toThrow("there is no infra/stages/prod.json");
  });

  it("has a short name of small letters and digits", () => {
    for (const stage of ["Production", "prod/../dev", "a-stage", "", 1, "averylongname"]) {
      expect(() => fromContext({ stage })).toThrow("a stage is up to twelve");
    }
  });

  it("takes no setting from the command line: the file would be ignored", () => {
    for (const name of MOVED) {
      expect(() => fromContext({ [name]: "x" })).toThrow(`${name} is no context value`);
    }
  });
});

describe("a file", () => {
  it("says everything: nothing is left out, and so nothing forgotten", () => {
    for (const name of Object.keys(dev)) {
      const { [name]: _, ...others } = dev;
      expect(() => settingsOf("dev", others)).toThrow(name);
    }
  });

  const WRONG: readonly [name: string, value: unknown][] = [
    ["alarmMail", "a@b.example"],
    ["region", "Frankfurt"],
    ["tableKey", "mine"],
    ["tableKey", "customer-managed"],
    ["restoredTable", "VatData-dev-restored"],
    ["restoredTable", { name: "a/b", streamArn: STREAM }],
    ["restoredTable", { name: "other", streamArn: STREAM }],
    ["warmThroughput", { readUnitsPerSecond: 12_000 }],
    ["warmThroughput", { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 1 }],
    ["smallAccount", null],
    ["throttle", { keyed: { perSecond: 100, burst: 200 } }],
    ["throttle", { ...THROTTLE, open: { perSecond: 0, burst: 40 } }],
    ["throttle", { ...THROTTLE, account: { calls: 500 } }],
    ["throttle", { ...THROTTLE, account: { calls: 500, seconds: 10 } }],
    ["throttle", { ...THROTTLE, account: { calls: 1_000, seconds: 10, burst: 50 } }],
    ["throttle", { ...THROTTLE, account: { calls: 500, seconds: 10, burst: 200 } }],
    ["retention", { mode: "COMPLIANCE", days: 3652 }],
    ["retention", { mode: "GOVERNANCE", days: 0 }],
    ["retention", null],
    ["backup", { months: 0, vaultLock: "none", copyTo: null }],
    ["backup", { months: 12, vaultLock: "none", copyTo: "a vault" }],
    ["domain", { name: "vat.example" }],
    ["domain", { name: "vat.example", certificateArn: "arn" }],
    ["edge", EDGE],
    ["edge", { ...EDGE, certificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/c" }],
    ["allowedOrigins", ["*"]],
    ["allowedOrigins", ["https://a.example/"]],
    // Mails need a domain of the API besides.
    ["mail", { from: "vat@books.example", smtpSecretArn: null }],
    ["mail", { from: "nobody", smtpSecretArn: null }],
    ["mail", { from: "vat@books.example", smtpSecretArn: "smtp://mail.example" }],
    ["signIn", { issuer: "http://issuer.example", clientId: "vat", clientSecretArn: null }],
    // The user pool needs a domain of the API besides.
    ["signIn", { cognito: { domainPrefix: "vat-books" } }],
    ["alarms", { email: "nobody" }],
    ["alarms", { email: "a@b.example", topicArn: "arn:aws:sns:eu-west-1:111122223333:t" }],
    ["budget", { monthlyUsd: 0 }],
    // A budget needs a recipient of alarms besides.
    ["budget", { monthlyUsd: 50 }],
    ["smokeTest", true],
    ["smokeTest", { keySecretArn: "vat/smoke-test" }],
    ["copies", { region: "eu-west-1" }],
    // Copies need the region of the stage besides.
    ["copies", { region: "eu-west-1", bucketPrefix: "books-vat" }],
    ["tracing", "yes"],
    ["logDays", 91],
    ["rollout", "slowly"],
  ];

  it("with a wrong value is rejected", () => {
    const accepted = WRONG.filter(([name, value]) => {
      try {
        settingsOf("dev", { ...dev, [name]: value });
        return true;
      } catch (error) {
        expect(String(error)).toContain("infra/stages/dev.json");
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });

  it("may name copies in another region than its own, and in no other case", () => {
    const own = { ...dev, copies: { region: "eu-west-1", bucketPrefix: "books-vat" } };
    const there = { ...own, region: "eu-central-1" };
    expect(settingsOf("dev", there)).toMatchObject(there);
    expect(() => settingsOf("dev", { ...own, region: "eu-west-1" })).toThrow("another region");
  });

  it("may name a key of its own, in its region", () => {
    const own = { ...dev, tableKey: "customer-managed", region: "eu-west-1" };
    expect(settingsOf("dev", own)).toMatchObject(own);
  });
});

describe("production", () => {
  it("begins with the example, which does not say whom to tell", () => {
    expect(() => settingsOf("prod", content("prod.example"))).toThrow(
      "needs an address for its alarms",
    );
    expect(settingsOf("prod", prod)).toEqual({ stage: "prod", ...prod });
  });

  it.for<[string, unknown, string]>([
    ["protected", false, "production needs `protected`"],
    ["alarms", null, "needs an address for its alarms"],
    ["retention", { mode: "GOVERNANCE", days: 3653 }, "needs retention in mode COMPLIANCE"],
  ])("is not what it should be with %s: %j", ([name, value, message]) =>
    expect(() => settingsOf("prod", { ...prod, [name]: value })).toThrow(message),
  );

  it("may be called otherwise by whoever wants it otherwise", () => {
    expect(settingsOf("trial", { ...prod, alarms: null })).toMatchObject({ stage: "trial" });
  });
});

it("the stage names the stacks, and its file protects them", () => {
  const props = (stage: string) => stackProps("VatApi", settingsWith({ stage }), "x");
  expect(props("dev")).toMatchObject({ stackName: "VatApi-dev", terminationProtection: false });
  expect(props("prod")).toMatchObject({ stackName: "VatApi-prod", terminationProtection: true });
});
