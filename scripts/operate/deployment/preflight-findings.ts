import { executionsOf } from "../../../infra/executions.ts";
import type { Settings } from "../../../infra/settings.ts";
import type { AwsAccount, FoundCertificate, FoundSecret, FoundStack } from "./aws-account.ts";

/** A line of the report. With a `problem`, the deployment would fail, or the service would not work. */
type PreflightFinding = { readonly is: "ok" | "note" | "problem"; readonly says: string };

const ok = (says: string): PreflightFinding => ({ is: "ok", says });
const note = (says: string): PreflightFinding => ({ is: "note", says });
const problem = (says: string): PreflightFinding => ({ is: "problem", says });

/** Compares the settings of a stage with an AWS account, and names a remedy for each problem. */
export const preflightFindings = (settings: Settings, aws: AwsAccount): PreflightFinding[] => [
  regionFinding(settings, aws),
  bootstrapFinding(aws),
  ...(aws.copies ? [bootstrapFinding(aws.copies)] : []),
  ...aws.stacks.map(stackFinding),
  concurrencyFinding(settings, aws),
  ...aws.secrets.map(secretFinding),
  ...aws.certificates.map(certificateFinding),
  ...mailFindings(settings, aws),
  ...alarmFindings(settings, aws),
];

const regionFinding = ({ region: own }: Settings, { region }: AwsAccount): PreflightFinding =>
  own === null || own === region
    ? ok(`region ${region}`)
    : problem(`the stage is of ${own}, and the profile of ${region}: export AWS_REGION=${own}`);

type BootstrappedRegion = Pick<AwsAccount, "is_bootstrapped" | "region">;

const bootstrapFinding = ({ is_bootstrapped, region }: BootstrappedRegion): PreflightFinding =>
  is_bootstrapped
    ? ok(`${region} is bootstrapped for CDK`)
    : problem(`${region} has no stack CDKToolkit: npx cdk bootstrap`);

function stackFinding({ name, status }: FoundStack): PreflightFinding {
  const shown = `${name} is ${status}`;
  if (/^(?:CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(status)) return ok(shown);
  if (status.endsWith("_IN_PROGRESS")) return problem(`${shown}: wait until it ends`);
  if (status === "UPDATE_ROLLBACK_FAILED") {
    return problem(`${shown}: aws cloudformation continue-update-rollback --stack-name ${name}`);
  }
  const remove = `aws cloudformation delete-stack --stack-name ${name}`;
  return problem(`${shown} and cannot be updated: ${remove}, then deploy again`);
}

/** Functions that are left to requests while all jobs run: of a stage with callers, and of trials by one person. */
const FOR_REQUESTS = 50;
const FOR_TRIALS = 1;

function concurrencyFinding(settings: Settings, { concurrency }: AwsAccount): PreflightFinding {
  const own = executionsOf({ ...settings, smallAccount: false }) + FOR_REQUESTS;
  const shown = `Lambda runs ${concurrency} functions at once`;
  const ask = `request ${own} or more (Service Quotas, Lambda, Concurrent executions)`;
  if (concurrency >= own) {
    return settings.smallAccount ? note(`${shown}: smallAccount can be false`) : ok(shown);
  }
  const jobs = executionsOf(settings);
  const taken = `${shown}, and jobs alone take up to ${jobs}`;
  if (!settings.smallAccount) return problem(`${taken}: set smallAccount, or ${ask}`);
  return concurrency >= jobs + FOR_TRIALS
    ? note(`${taken}, enough for trials: ${ask} before you go live`)
    : problem(`${taken}: ${settings.lake ? "set lake to false, or " : ""}${ask}`);
}

const secretFinding = ({ name, region, exists }: FoundSecret): PreflightFinding =>
  exists ? ok(`secret ${name} in ${region}`) : problem(`there is no secret ${name} in ${region}`);

function certificateFinding({ arn, domain, status, names }: FoundCertificate): PreflightFinding {
  if (status === undefined) return problem(`there is no certificate ${arn}`);
  if (status !== "ISSUED") return problem(`the certificate of ${domain} is ${status}`);
  return names.some((name) => covers(name, domain))
    ? ok(`certificate of ${domain}`)
    : problem(`the certificate ${arn} is of ${names.join(", ")}, not of ${domain}`);
}

/** True if a name of a certificate covers a domain. A wildcard stands for one label (RFC 6125). */
const covers = (name: string, domain: string): boolean =>
  name === domain ||
  (name.startsWith("*.") && domain.split(".").slice(1).join(".") === name.slice(2));

function mailFindings({ mail }: Settings, { ses }: AwsAccount): PreflightFinding[] {
  if (!mail || !ses) return [];
  return [
    ses.is_verified
      ? ok(`SES sends from ${mail.from}`)
      : problem(`SES has not verified ${mail.from} or its domain: no mail would leave`),
    ...(ses.is_sandbox
      ? [
          problem(
            "SES is in its sandbox, and sends to verified addresses only: request production access",
          ),
        ]
      : []),
  ];
}

function alarmFindings({ alarms }: Settings, { alarms: topic }: AwsAccount): PreflightFinding[] {
  if (!alarms) return [note("alarms have no recipient")];
  if ("topicArn" in alarms && !topic) return [problem(`there is no topic ${alarms.topicArn}`)];
  if (!topic) return [note("confirm the mail that SNS sends after the deployment")];
  if (topic.confirmed > 0) return [ok("alarms have a recipient")];
  return [problem("no recipient of alarms is confirmed: open the mail of SNS and confirm it")];
}
