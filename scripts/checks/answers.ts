/**
 * Accepted findings with their reasons, by `<tool> <rule>`. A finding without an entry fails the run, and an entry
 * without a finding is reported.
 */
export const ANSWERS: Readonly<Record<string, string>> = {
  "cfn-lint W3005":
    "CDK names a dependency that a reference implies as well: nothing changes by it.",
  "checkov CKV_AWS_18":
    "A bucket of access logs that logs itself fills without end. Uploads of imports are no evidence: the service notes who brought which file, and the files go after days.",
  "checkov CKV_AWS_21":
    "Access logs are written once. An upload is read under the ETag that it had at the start: another version would be refused anyway.",
  "checkov CKV_AWS_26":
    "CloudWatch cannot publish alarms to a topic under AWS's own key, and alarms name no seller.",
  "checkov CKV_AWS_27":
    "All queues are encrypted by SQS itself (SqsManagedSseEnabled), which this rule does not know; messages hold names of accounts and ids.",
  "checkov CKV_AWS_115":
    "Reserved concurrency is taken from what the account shares, and a new account has none to give; shares of accounts keep one from another (decision 0172).",
  "checkov CKV_AWS_116":
    "Functions behind the API answer who called; those behind queues and schedules have dead letters there.",
  "checkov CKV_AWS_117":
    "No function reaches anything within a network: a VPC would add cold starts and a gateway, and protect nothing.",
  "checkov CKV_AWS_158":
    "Logs are encrypted by CloudWatch; they hold no key, number or name (a test reads them all).",
  "checkov CKV_AWS_166":
    "The vault is encrypted with the key of AWS Backup; `tableKey` in a stage's settings chooses one's own for the table.",
  "checkov CKV_AWS_173":
    "The environment of functions holds names of tables and buckets, and no secret.",
  "client package CJSResolvesToESM":
    "The package is ESM alone: `require` of it works from Node 20.19 and 22.12 on, and `import()` everywhere.",
  "openapi-python-client left-out":
    "The working paper is a spreadsheet, a payment order XML, and messages of shops and of mail programs have media types of their own: the generator reads none, and no program calls the last two.",
  "schemathesis ST202":
    "What a schema cannot tell: numbers of VAT by country, cursors, periods that exist, fields that exclude each other.",
  "schemathesis ST204":
    "PATCH /v1/sources/unknown is the route PATCH /v1/sources/{id}, which is published.",
  "vendor-libraries field tax_exempt":
    "Shopify's own orders have it beside that of the customer, and its types leave it out.",
  "vendor-libraries field lines.total_count":
    "Stripe writes it in events, and its types leave it out. Without it the lines that came are counted.",
  "runtime nothing fetched":
    "The jobs that fetch rates of the ECB and of TEDB fail when nobody answers, so that their alarm goes off.",
};
