import * as z from "zod";

/** Ten years with all three leap days they can hold: a bucket counts its retention in days. */
const TEN_YEARS_DAYS = 3653;

/** The lengths of time for which CloudWatch keeps logs, in days. */
const LOG_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

const Arn = z.string().regex(/^arn:[\w-]+:\w+:[\w-]*:\d{12}:.+$/);

/** CloudFront and its web ACL before the API. Limits are calls in five minutes. */
const Edge = z.strictObject({
  /** What callers know; the API's own domain is known to the edge alone. */
  domain: z.hostname(),
  /** Of us-east-1, from where CloudFront takes it. */
  certificateArn: Arn.regex(/:us-east-1:/),
  /** A secret of Secrets Manager, here and replicated to us-east-1, that the edge shows to the API. */
  secretName: z.string().regex(/^[\w/+=.@-]{1,512}$/),
  perAddress: z.int().min(10),
  perKey: z.int().min(10),
});

/** `https://shop.example`, without a path. */
const Origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, "an origin has no path");

/**
 * How long locked files are kept. In compliance mode nobody can shorten it, AWS neither: Art. 369k VAT
 * Directive asks for ten years. Governance is for trials: who may bypass it can clear up.
 */
const Retention = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("COMPLIANCE"), days: z.int().min(TEN_YEARS_DAYS).max(36_500) }),
  z.strictObject({ mode: z.literal("GOVERNANCE"), days: z.int().min(1).max(TEN_YEARS_DAYS) }),
]);

/** Copies of the table beside point-in-time recovery, which ends after 35 days. */
const Backup = z.strictObject({
  /** Months for which a monthly copy is kept. */
  months: z.int().min(1).max(132),
  /** `compliance` lets nobody shorten it once the days to change one's mind are over. */
  vaultLock: z.enum(["none", "governance", "compliance"]),
});

/** What DynamoDB is ready for at once. A new table starts at these minima, and they cannot go down. */
const WarmThroughput = z.strictObject({
  readUnitsPerSecond: z.int().min(12_000),
  writeUnitsPerSecond: z.int().min(4_000),
});

/** Calls on average in a second, and in one burst. */
const Throttle = z.strictObject({ perSecond: z.int().min(1), burst: z.int().min(1) });

/** Calls of one account over all routes: so many come back in so many seconds, and `burst` can be saved up. */
const AccountQuota = z.strictObject({
  calls: z.int().min(1).max(999_999_999),
  seconds: z.int().min(1).max(3600),
  burst: z.int().min(1).max(999_999_999),
});

/** Of one route, of all callers together, but for `account`. */
const Throttles = z.strictObject({
  keyed: Throttle,
  /** Smaller than `keyed`, so that no account alone fills a route. */
  account: AccountQuota,
  /** Each call writes files that nobody can delete for ten years, and a return is locked once. */
  locking: Throttle,
  /** Without a key a flood is paid for by us: enough for a shop's checkout behind a cache. */
  open: Throttle,
});

/** A restored table comes without a stream: it is switched on before the journal can go on. */
const RestoredTable = z
  .strictObject({ name: z.string().regex(/^[\w.-]{3,255}$/), streamArn: Arn })
  .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
    path: ["streamArn"],
    message: "is not that of a stream of the table",
  });

/**
 * The content of infra/stages/<stage>.json. Every setting stands in it, with null for none: what can be
 * left out is forgotten at some deployment, and a restored table with it.
 */
export const StageSettings = z
  .strictObject({
    /** No stack can be deleted unless this is lifted first, and logs outlive their stack. */
    protected: z.boolean(),
    /** Where the stacks are meant for; wherever the AWS profile points to when null. */
    region: z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/)
      .nullable(),
    /** Who holds the key that the table is encrypted with. A customer's is of one region. */
    tableKey: z.enum(["aws-owned", "aws-managed", "customer-managed"]),
    /** A table restored from a backup, for the functions to work on instead of the stack's own. */
    restoredTable: RestoredTable.nullable(),
    warmThroughput: WarmThroughput.nullable(),
    throttle: Throttles,
    retention: Retention,
    backup: Backup.nullable(),
    /** A domain of one's own for the API, with the ARN of its certificate in the same region. */
    domain: z.strictObject({ name: z.hostname(), certificateArn: Arn }).nullable(),
    edge: Edge.nullable(),
    /** Where browsers may call the API from; nowhere when empty. */
    allowedOrigins: z.array(Origin),
    /** Who is told: by mail, or through a topic that is there already. */
    alarms: z
      .union([z.strictObject({ email: z.email() }), z.strictObject({ topicArn: Arn })])
      .nullable(),
    /** Whether functions send traces to X-Ray. */
    tracing: z.boolean(),
    logDays: z.literal(LOG_DAYS),
    /** Whether what changes records is deployed to a tenth of the calls first. */
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
  .refine(({ edge, domain }) => !edge || domain !== null, {
    path: ["domain"],
    message: "the edge finds the API by a domain",
  });
