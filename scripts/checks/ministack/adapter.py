"""Starts ministack with what AWS evaluates and it does not. docs/outside.md lists each part."""

import json
import runpy

from ministack.core import iam_actions, iam_evaluator
from ministack.services import budgets, iam, lambda_svc, s3
from ministack.services.cloudformation import engine, provisioners

BUCKET = provisioners._RESOURCE_HANDLERS["AWS::S3::Bucket"]
CREATE_BUCKET = BUCKET["create"]
METRIC_ALARM = provisioners._cw_metric_alarm_record
PROVISION = provisioners._provision_resource
UPDATE = provisioners._update_resource
SERVICE_CONTEXT = iam_actions.dynamodb_service_context
TRANSACTION_CHECKS = iam_actions.dynamodb_transaction_checks
OBJECT_CONTEXT = iam_actions._s3_object_context
TAG_CONTEXT = iam_actions.request_tag_context
IAM_ACTION = iam_actions.extract_iam_action
RESOURCE_ARN = iam_actions.extract_resource_arn
CONDITION_KEY = iam_evaluator._resolve_condition_key
EXECUTE = lambda_svc._execute_function_with_config_scope
ENFORCE = iam_evaluator.enforce
EVALUATE = iam_evaluator.evaluate

LEADING_KEYS = "dynamodb:leadingkeys"
PARTITION = "pk"


def alarm_of_math(name, props):
    """An alarm on metric math is created as one on the first of its metrics."""
    if not props.get("Metrics"):
        return METRIC_ALARM(name, props)
    metric = next(one["MetricStat"] for one in props["Metrics"] if one.get("MetricStat"))
    first = {**metric["Metric"], "Period": metric["Period"], "Statistic": metric["Stat"]}
    return METRIC_ALARM(name, {**props, **first, "Metrics": None})


def locked_bucket(logical_id, props, stack_name):
    """CloudFormation turns on the Object Lock of a bucket, with its default retention, and its replication."""
    name, attributes = CREATE_BUCKET(logical_id, props, stack_name)
    if copied := props.get("ReplicationConfiguration"):
        rules = [{"ID": rule.get("Id"), **rule} for rule in copied["Rules"]]
        s3._bucket_replication[name] = {"Role": copied["Role"], "Rules": rules}
    if props.get("ObjectLockEnabled"):
        rule = (props.get("ObjectLockConfiguration") or {}).get("Rule") or {}
        s3._bucket_object_lock[name] = {
            "enabled": True,
            "default_retention": rule.get("DefaultRetention"),
        }
    return name, attributes


def capitalised(value):
    """The names of CloudFormation's schema of budgets, as the API has them."""
    if isinstance(value, list):
        return [capitalised(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {name[0].upper() + name[1:]: capitalised(one) for name, one in value.items()}


def budget(logical_id, props, stack_name):
    """CloudFormation creates a budget, and makes up its name."""
    asked = capitalised(props)
    name = asked["Budget"].setdefault("BudgetName", f"{stack_name}-{logical_id}")
    status, _, answer = budgets._create_budget(asked)
    if status != 200:
        raise ValueError(answer)
    return name, {}


def no_budget(name, props):
    budgets._delete_budget({"BudgetName": name})


ATTRIBUTES = {}


def with_secrets(props):
    """A nested stack resolves references to secrets, as its parent does."""
    return engine._resolve_dynamic_references(props)[0]


def provision(resource_type, logical_id, props, stack_name):
    made, attributes = PROVISION(resource_type, logical_id, with_secrets(props), stack_name)
    ATTRIBUTES[(resource_type, made)] = attributes
    return made, attributes


def update(resource_type, physical_id, old, new, stack_name, logical_id=None, old_attrs=None):
    """An unchanged resource of a nested stack keeps its attributes."""
    known = old_attrs or ATTRIBUTES.get((resource_type, physical_id))
    made, attributes = UPDATE(
        resource_type, physical_id, old, with_secrets(new), stack_name, logical_id, known
    )
    ATTRIBUTES[(resource_type, made)] = attributes
    return made, attributes


def execute(record, event):
    """Payload 2.0 leaves out empty path parameters, and has cookies in a field of their own."""
    if isinstance(event, dict) and event.get("version") == "2.0" and "rawPath" in event:
        event = {name: value for name, value in event.items() if value is not None}
        headers = {name.lower(): value for name, value in event["headers"].items()}
        if cookies := headers.pop("cookie", None):
            event["cookies"] = [cookie.strip() for cookie in cookies.split(";")]
        event["headers"] = headers
    return EXECUTE(record, event)


def values_of(keys):
    return [key[PARTITION]["S"] for key in keys if PARTITION in (key or {})]


def keys_of_query(data):
    """The partition of a query, of the table or of an index: the value that its condition equals first."""
    values = data.get("ExpressionAttributeValues") or {}
    condition = data.get("KeyConditionExpression") or ""
    _, _, value = condition.split(" AND ")[0].split(" and ")[0].partition("=")
    found = values.get(value.strip(" ()"))
    return [found["S"]] if found else []


def leading_keys(data):
    """The partition keys that a request names, in all of its forms."""
    named = values_of([data.get("Key") or data.get("Item") or {}])
    for of_table in (data.get("RequestItems") or {}).values():
        if isinstance(of_table, dict):
            named += values_of(of_table.get("Keys") or [])
            continue
        for request in of_table:
            put, removed = request.get("PutRequest"), request.get("DeleteRequest")
            named += values_of([put["Item"] if put else removed["Key"]])
    return named + keys_of_query(data)


def service_context(body):
    keys = leading_keys(json.loads(body or b"{}"))
    return {**SERVICE_CONTEXT(body), **({LEADING_KEYS: keys} if keys else {})}


class ItemArn(str):
    """The table of an item of a transaction, with the partition of that item."""

    keys: list


def transaction_checks(iam_action, body, region, account_id):
    """Each item of a transaction is checked with its own partition."""
    checks = TRANSACTION_CHECKS(iam_action, body, region, account_id)
    items = json.loads(body or b"{}").get("TransactItems") or [] if checks else []
    details = [detail for item in items for detail in item.values()]
    named = []
    for (action, arn), detail in zip(checks, details, strict=True):
        item_arn = ItemArn(arn)
        item_arn.keys = leading_keys(detail)
        named.append((action, item_arn))
    return named


class SendingArn(str):
    """The identity that a mail is sent from, with the configuration set that it names."""

    configuration_set: str


def resource_arn(service, method, path, headers, body, query_params, region, account_id):
    """A mail is sent from the identity of its domain, and by a configuration set."""
    if service != "ses" or (method, path) != ("POST", "/v2/email/outbound-emails"):
        return RESOURCE_ARN(service, method, path, headers, body, query_params, region, account_id)
    mail = json.loads(body)
    domain = mail["FromEmailAddress"].rpartition("@")[2].rstrip(">")
    prefix = f"arn:aws:ses:{region}:{account_id}"
    identity = SendingArn(f"{prefix}:identity/{domain}")
    identity.configuration_set = f"{prefix}:configuration-set/{mail.get('ConfigurationSetName')}"
    return identity


def enforce(access_key_id, iam_action, service, region, resource_arn="*", service_context=None):
    if isinstance(resource_arn, SendingArn):
        denied = enforce(access_key_id, iam_action, service, region, str(resource_arn))
        resource_arn = resource_arn.configuration_set
        if denied:
            return denied
    if isinstance(resource_arn, ItemArn):
        service_context = {**(service_context or {}), LEADING_KEYS: resource_arn.keys}
        resource_arn = str(resource_arn)
    denied = ENFORCE(access_key_id, iam_action, service, region, resource_arn, service_context)
    if denied:
        caller = getattr(denied, "principal_arn", "")
        keys = (service_context or {}).get(LEADING_KEYS, "")
        print(f"DENIED {iam_action} of {resource_arn} {keys} to {caller}", flush=True)
    return denied


HELD = set()


def evaluate(ctx, *policies):
    """Tells once of each role that its policies have allowed something."""
    result = EVALUATE(ctx, *policies)
    if result.decision == "Allow" and ctx.principal_arn not in HELD:
        HELD.add(ctx.principal_arn)
        print(f"HELD {ctx.principal_arn}", flush=True)
    return result


def object_context(iam_action, query_params, path, headers):
    context = OBJECT_CONTEXT(iam_action, query_params, path, headers)
    unless = headers.get("if-none-match") if iam_action == "s3:PutObject" else None
    return {**context, **({"s3:if-none-match": unless} if unless else {})}


def tag_context(service, iam_action, body, params):
    """The encryption context of a call of KMS is a condition key for each of its pairs."""
    context = TAG_CONTEXT(service, iam_action, body, params)
    if service != "kms":
        return context
    pairs = json.loads(body or b"{}").get("EncryptionContext") or {}
    return {**context, **{f"kms:EncryptionContext:{name}": pairs[name] for name in pairs}}


def iam_action(service, *rest):
    action = IAM_ACTION(service, *rest)
    return {"sqs:SendMessageBatch": "sqs:SendMessage",
            "sqs:DeleteMessageBatch": "sqs:DeleteMessage"}.get(action, action)


def condition_key(key, ctx):
    """aws:PrincipalArn of an assumed role is the role's own, with its path; loopback counts as TLS."""
    name = key.lower()
    if name == "aws:securetransport":
        return "true"
    if name == "aws:principalarn" and ctx.principal_type == "AssumedRole":
        role = ctx.principal_arn.split(":assumed-role/")[1].split("/")[0]
        return (iam._roles.get_scoped(ctx.principal_account, None, role) or {}).get("Arn")
    return CONDITION_KEY(key, ctx)


BUCKET["create"] = locked_bucket
provisioners._RESOURCE_HANDLERS["AWS::Budgets::Budget"] = {"create": budget, "delete": no_budget}
provisioners._cw_metric_alarm_record = alarm_of_math
provisioners._provision_resource = provision
provisioners._update_resource = update
iam_actions.dynamodb_service_context = service_context
iam_actions.dynamodb_transaction_checks = transaction_checks
iam_actions._s3_object_context = object_context
iam_actions.request_tag_context = tag_context
iam_actions.extract_iam_action = iam_action
iam_actions.extract_resource_arn = resource_arn
iam_evaluator._resolve_condition_key = condition_key
iam_evaluator.enforce = enforce
iam_evaluator.evaluate = evaluate
lambda_svc._execute_function_with_config_scope = execute

runpy.run_module("ministack", run_name="__main__")
