import * as z from "zod";
import { PERSON_ID } from "../shared/accounts/people/person.ts";

/** Ten years in days, with the maximum of three leap days. S3 counts a bucket's retention in days. */
const TEN_YEARS_DAYS = 3653;

/** The retention periods that CloudWatch Logs accepts, in days. */
const LOG_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

const Region = z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/);

const Arn = z.string().regex(/^arn:[\w-]+:\w+:[\w-]*:\d{12}:.+$/);

/** CloudFront and its web ACL in front of the API. `perAddress` and `perKey` limit calls in five minutes. */
const Edge = z.strictObject({
  /** The public domain, which callers use. Only the edge uses the API's own domain. */
  domain: z.hostname(),
  /** ARN of a certificate in us-east-1, as CloudFront requires. */
  certificateArn: Arn.regex(/:us-east-1:/),
  /** Name of the secret that the edge sends to the API: in Secrets Manager of the API's region and of us-east-1. */
  secretName: z.string().regex(/^[\w/+=.@-]{1,512}$/),
  perAddress: z.int().min(10),
  perKey: z.int().min(10),
});

/** An origin without a path, such as `https://shop.example`. */
const Origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, "an origin has no path");

/**
 * The retention of locked files. Art. 369k VAT Directive requires ten years. Nobody, AWS included, can shorten
 * compliance mode. Governance mode is for trials: a user with the bypass permission can delete the files.
 */
const Retention = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("COMPLIANCE"), days: z.int().min(TEN_YEARS_DAYS).max(36_500) }),
  z.strictObject({ mode: z.literal("GOVERNANCE"), days: z.int().min(1).max(TEN_YEARS_DAYS) }),
]);

/** Backups of the table in addition to point-in-time recovery, which covers only 35 days. */
const Backup = z.strictObject({
  /** Retention of a monthly backup, in months. */
  months: z.int().min(1).max(132),
  /** Mode of the vault lock. After its cooling-off period nobody can shorten a `compliance` lock. */
  vaultLock: z.enum(["none", "governance", "compliance"]),
  /** A vault in another account or region that receives a copy of each backup. */
  copyTo: Arn.nullable(),
});

/** The throughput for which DynamoDB is prepared. The minima are those of a new table; values cannot be lowered. */
const WarmThroughput = z.strictObject({
  readUnitsPerSecond: z.int().min(12_000),
  writeUnitsPerSecond: z.int().min(4_000),
});

/** The limit of a route: calls a second on average, and calls in one burst. */
const Throttle = z.strictObject({ perSecond: z.int().min(1), burst: z.int().min(1) });

/** The quota of one account over all routes: `calls` refill evenly in `seconds`, up to `burst` calls at once. */
const AccountQuota = z.strictObject({
  calls: z.int().min(1).max(999_999_999),
  seconds: z.int().min(1).max(3600),
  burst: z.int().min(1).max(999_999_999),
});

/** The limits of one route for all callers together; `account` limits one account over all routes. */
const Throttles = z.strictObject({
  keyed: Throttle,
  /** Must be smaller than `keyed`, so that one account cannot use up a route. */
  account: AccountQuota,
  /** Limit of routes that lock. A lock writes files that nobody can delete for ten years; a return is locked once. */
  inbound: Throttle,
  locking: Throttle,
  /** Limit of public routes, whose calls the operator pays for. Sufficient for a shop's checkout behind a cache. */
  open: Throttle,
});

/**
 * An OpenID Connect issuer that exists. `clientSecretArn` is the ARN of its secret in Secrets Manager, null for a public
 * client.
 */
const Issuer = z.strictObject({
  issuer: z.url({ protocol: /^https$/ }),
  clientId: z.string().min(1).max(255),
  clientSecretArn: Arn.regex(/:secretsmanager:/).nullable(),
});
export type Issuer = z.output<typeof Issuer>;

/** A user pool that the stack creates. Cognito rejects its own names in the prefix of the login page's domain. */
const UserPool = z.strictObject({
  cognito: z.strictObject({
    domainPrefix: z
      .string()
      .regex(/^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  }),
});

const SignIn = z.union([Issuer, UserPool]);

/**
 * The sender of mails. SES sends them from its domain, which has to be a verified identity; or a mail server does, whose
 * URL (`smtps://user:password@host`) is a secret in Secrets Manager.
 */
const MailSender = z.strictObject({
  from: z.string().regex(/^(?:[^<>@"\r\n]+ <[^<>@\s]+@[\w.-]+>|[^<>@\s]+@[\w.-]+)$/),
  smtpSecretArn: Arn.regex(/:secretsmanager:/).nullable(),
});

/** The copies of locked files and of the journal: the region of their buckets, and how the names of these begin. */
const Copies = z.strictObject({
  region: Region,
  bucketPrefix: z.string().regex(/^[a-z0-9][a-z0-9-]{2,48}$/),
});

/** A table restored from a backup. A restored table has no stream until the operator enables one for the journal. */
const RestoredTable = z
  .strictObject({ name: z.string().regex(/^[\w.-]{3,255}$/), streamArn: Arn })
  .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
    path: ["streamArn"],
    message: "is not that of a stream of the table",
  });

/**
 * The content of infra/stages/<stage>.json. Every setting is required, with null for none. An optional setting would be
 * forgotten at some deployment, which could switch back from a restored table.
 */
export const StageSettings = z
  .strictObject({
    /** True if stacks have termination protection and logs outlive their stack. */
    protected: z.boolean(),
    /** Region of the stacks; null uses the region of the AWS profile. */
    region: Region.nullable(),
    /** Owner of the key that encrypts the table. A customer-managed key belongs to one region. */
    tableKey: z.enum(["aws-owned", "aws-managed", "customer-managed"]),
    /** A restored table that the functions use instead of the stack's own table. */
    restoredTable: RestoredTable.nullable(),
    warmThroughput: WarmThroughput.nullable(),
    /** True while Lambda's quota of concurrent executions is that of a new AWS account: all jobs share two workers. */
    smallAccount: z.boolean(),
    /** True if accounts can connect their shops. */
    connections: z.boolean(),
    /** True if the stage has a dashboard of its metrics. */
    dashboard: z.boolean(),
    throttle: Throttles,
    retention: Retention,
    backup: Backup.nullable(),
    /** Copies of locked files and of the journal in another region; null for none. */
    copies: Copies.nullable(),
    /** Longest time, in seconds, that the journal waits for more changes before it writes a file. */
    journalSeconds: z.int().min(1).max(300),
    /** True if changes are also written into a lake of Parquet files, which costs (docs/lake.md). */
    lake: z.boolean(),
    /** A custom domain of the API, with the ARN of its certificate in the region of the API. */
    domain: z.strictObject({ name: z.hostname(), certificateArn: Arn }).nullable(),
    edge: Edge.nullable(),
    /** Origins from which browsers may call the API; CORS is off when the list is empty. */
    allowedOrigins: z.array(Origin),
    /** The issuer that persons sign in with; null takes keys only. */
    signIn: SignIn.nullable(),
    /** The ids of the persons who operate the service, as `GET /v1/session` shows them. */
    operators: z.array(z.string().regex(PERSON_ID)),
    /** The sender of reminders, invitations and other mails; null sends none. */
    mail: MailSender.nullable(),
    /** Recipient of alarms: a mail address, or an existing SNS topic. */
    alarms: z
      .union([z.strictObject({ email: z.email() }), z.strictObject({ topicArn: Arn })])
      .nullable(),
    /** Monthly budget of the AWS account in USD. The recipient of alarms gets a message at 80 % and above it; null: no budget. */
    budget: z.strictObject({ monthlyUsd: z.int().min(1) }).nullable(),
    /** ARN of the secret with the key of a sandbox, with which the smoke test runs every five minutes; null: it does not. */
    smokeTest: z.strictObject({ keySecretArn: Arn.regex(/:secretsmanager:/) }).nullable(),
    /** True if functions send traces to X-Ray. */
    tracing: z.boolean(),
    logDays: z.literal(LOG_DAYS),
    /** With `canary`, functions that change records first receive a tenth of the calls. */
    rollout: z.enum(["all-at-once", "canary"]),
  })
  .refine(({ throttle: { keyed, account } }) => account.burst < keyed.burst, {
    path: ["throttle", "account", "burst"],
    message: "one account alone would fill a route's burst",
  })
  .refine(({ tableKey, region }) => tableKey !== "customer-managed" || region !== null, {
    path: ["region"],
    message: "a key of one's own is of one region: name it",
  })
  .refine(({ throttle: { keyed, account } }) => account.calls / account.seconds < keyed.perSecond, {
    path: ["throttle", "account"],
    message: "one account alone would fill a route",
  })
  .refine(({ copies, region }) => !copies || (region !== null && region !== copies.region), {
    path: ["copies"],
    message: "copies are in another region: name that of the stage too",
  })
  .refine(({ budget, alarms }) => !budget || alarms !== null, {
    path: ["alarms"],
    message: "a budget notifies the recipient of alarms",
  })
  .refine(({ mail, domain }) => !mail || domain !== null, {
    path: ["domain"],
    message: "mails link to the console by a domain",
  })
  .refine(({ signIn, domain }) => !signIn || !("cognito" in signIn) || domain !== null, {
    path: ["domain"],
    message: "the user pool returns to the console by a domain",
  })
  .refine(({ edge, domain }) => !edge || domain !== null, {
    path: ["domain"],
    message: "the edge finds the API by a domain",
  });
