import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DescribeSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetTopicAttributesCommand, SNSClient } from "@aws-sdk/client-sns";
import type { Settings } from "../../../infra/settings.ts";
import { STACKS, stackNameOf } from "../../../infra/stack-props.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";

/** The region in which CloudFront finds its certificate and its secret. */
const OF_CLOUDFRONT = "us-east-1";

/** A secret that the settings name, and whether AWS has it. */
export type FoundSecret = {
  readonly name: string;
  readonly region: string;
  readonly exists: boolean;
};

/** A certificate that the settings name; `status` is undefined if there is none. */
export type FoundCertificate = {
  readonly arn: string;
  readonly domain: string;
  readonly status: string | undefined;
  readonly names: readonly string[];
};

/** A stack of the stage as CloudFormation shows it. */
export type FoundStack = { readonly name: string; readonly status: string };

/** The state of an AWS account that a deployment depends on. */
export type AwsAccount = {
  readonly region: string;
  readonly is_bootstrapped: boolean;
  /** The region of copies, and whether it is bootstrapped; undefined if the stage has no copies. */
  readonly copies: { readonly region: string; readonly is_bootstrapped: boolean } | undefined;
  readonly stacks: readonly FoundStack[];
  /** Functions that Lambda runs at once. */
  readonly concurrency: number;
  readonly secrets: readonly FoundSecret[];
  readonly certificates: readonly FoundCertificate[];
  /** The state of SES; undefined if the stage does not send by it. */
  readonly ses: { readonly is_verified: boolean; readonly is_sandbox: boolean } | undefined;
  /** Subscriptions of the alarm topic; undefined if there is no topic. */
  readonly alarms: { readonly confirmed: number; readonly pending: number } | undefined;
};

/** Reads the state of the AWS account that a deployment of the stage depends on. Changes nothing. */
export async function readAwsAccount(settings: Settings, region: string): Promise<AwsAccount> {
  const formation = new CloudFormationClient({ region });
  const toolkit = await stackOf(formation, "CDKToolkit");
  const stacks = await Promise.all(
    STACKS.map((id) => stackOf(formation, stackNameOf(id, settings))),
  );
  const lambda = new LambdaClient({ region });
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  return {
    region,
    is_bootstrapped: toolkit !== undefined,
    copies: await copiesOf(settings),
    stacks: stacks.flatMap((stack) => stack ?? []),
    concurrency: AccountLimit?.ConcurrentExecutions ?? 0,
    secrets: await Promise.all(secretsOf(settings, region).map(foundSecret)),
    certificates: await Promise.all(certificatesOf(settings).map(foundCertificate)),
    ses: await sesOf(settings, region),
    alarms: await alarmsOf(settings, region, toolkit?.account as LedgerId),
  };
}

async function copiesOf({ copies }: Settings): Promise<AwsAccount["copies"]> {
  if (!copies) return undefined;
  const toolkit = await stackOf(new CloudFormationClient({ region: copies.region }), "CDKToolkit");
  return { region: copies.region, is_bootstrapped: toolkit !== undefined };
}

async function stackOf(formation: CloudFormationClient, name: string) {
  const stack = await orUndefined(
    formation.send(new DescribeStacksCommand({ StackName: name })),
    // CloudFormation has no error of its own for it.
    ({ message }) => message.includes("does not exist"),
  );
  const { StackStatus = "", StackId = "" } = stack?.Stacks?.[0] ?? {};
  return stack && { name, status: StackStatus, account: StackId.split(":")[4] };
}

type NamedSecret = { readonly name: string; readonly region: string };

function secretsOf({ signIn, mail, edge, smokeTest }: Settings, region: string): NamedSecret[] {
  const clientSecret = signIn && "issuer" in signIn ? signIn.clientSecretArn : null;
  const own = [clientSecret, mail?.smtpSecretArn, smokeTest?.keySecretArn].flatMap((name) =>
    name ? [{ name, region }] : [],
  );
  const ofEdge = edge
    ? [region, OF_CLOUDFRONT].map((at) => ({ name: edge.secretName, region: at }))
    : [];
  return [...own, ...ofEdge];
}

async function foundSecret({ name, region }: NamedSecret): Promise<FoundSecret> {
  const secrets = new SecretsManagerClient({ region });
  const found = await orUndefined(
    secrets.send(new DescribeSecretCommand({ SecretId: name })),
    isNotFound,
  );
  return { name, region, exists: found !== undefined && found.DeletedDate === undefined };
}

type NamedCertificate = { readonly arn: string; readonly domain: string };

const certificatesOf = ({ domain, edge }: Settings): NamedCertificate[] => [
  ...(domain ? [{ arn: domain.certificateArn, domain: domain.name }] : []),
  ...(edge ? [{ arn: edge.certificateArn, domain: edge.domain }] : []),
];

async function foundCertificate({ arn, domain }: NamedCertificate): Promise<FoundCertificate> {
  const acm = new ACMClient({ region: arn.split(":")[3] ?? "" });
  const found = await orUndefined(
    acm.send(new DescribeCertificateCommand({ CertificateArn: arn })),
    isNotFound,
  );
  const { Status, DomainName = "", SubjectAlternativeNames = [] } = found?.Certificate ?? {};
  return { arn, domain, status: Status, names: [DomainName, ...SubjectAlternativeNames] };
}

async function sesOf({ mail }: Settings, region: string): Promise<AwsAccount["ses"]> {
  if (!mail || mail.smtpSecretArn) return undefined;
  const ses = new SESv2Client({ region });
  const address = /<(.+)>/.exec(mail.from)?.[1] ?? mail.from;
  // SES sends from an address if the address or its domain is verified.
  const identities = [address, address.split("@")[1]];
  const found = await Promise.all(
    identities.map((EmailIdentity) =>
      orUndefined(ses.send(new GetEmailIdentityCommand({ EmailIdentity })), isNotFound),
    ),
  );
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  return {
    is_verified: found.some((identity) => identity?.VerifiedForSendingStatus === true),
    is_sandbox: ProductionAccessEnabled !== true,
  };
}

async function alarmsOf(
  { alarms, stage }: Settings,
  region: string,
  account: LedgerId | undefined,
): Promise<AwsAccount["alarms"]> {
  if (!alarms) return undefined;
  const own = `arn:aws:sns:${region}:${account}:VatAlarms-${stage}`;
  const TopicArn = "topicArn" in alarms ? alarms.topicArn : own;
  const topics = new SNSClient({ region: TopicArn.split(":")[3] ?? region });
  const found = await orUndefined(
    topics.send(new GetTopicAttributesCommand({ TopicArn })),
    isNotFound,
  );
  const { SubscriptionsConfirmed = 0, SubscriptionsPending = 0 } = found?.Attributes ?? {};
  return (
    found && { confirmed: Number(SubscriptionsConfirmed), pending: Number(SubscriptionsPending) }
  );
}

const isNotFound = ({ name }: Error): boolean =>
  ["ResourceNotFoundException", "NotFoundException", "NotFound"].includes(name);

/** Returns undefined where AWS has no such thing. */
async function orUndefined<Answer>(
  asked: Promise<Answer>,
  isAbsent: (error: Error) => boolean,
): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && isAbsent(error)) return undefined;
    throw error;
  }
}
