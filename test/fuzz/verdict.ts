import { inject } from "vitest";
import { ErrorBody } from "../../shared/api/docs/docs-answers.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/core/errors/errors.ts";
import { expectDocumented } from "../stack/contract.ts";
import { secretOf } from "../stack/key-parts.ts";
import type { Attack, World } from "./attack.ts";
import type { WireAnswer } from "./wire.ts";

/** What may be said of no operation, so of none in the document: the path, its methods, and bytes that are no request. */
const OF_NO_OPERATION: readonly ErrorCode[] = [
  "not_found",
  "method_not_allowed",
  "headers_too_large",
];

/** Traces, paths, names of libraries and of their errors, names of resources. */
const INTERNALS =
  /node_modules|file:\/\/|\.[cm]?[jt]s:\d|\n\s+at |\bat (?:async |new )?\S+ \(|aws-?sdk|smithy|dynamo|\bmiddy|\bzod|\w+Exception\b|\b(?:Syntax|Type|Range|Reference|URI|Zod|Domain)Error|Unexpected token|Cannot read|is not a function|call stack|ECONN|arn:aws/i;

/** How a library words what it does not take: for its own users, not for ours. */
export const LIBRARY_WORDS =
  /Invalid (?:input|option|string|number|key|value|ISO|URL|discriminator)|Too (?:big|small)|[Ee]xpected|[Rr]eceived|Unrecognized|match pattern/;

/** What is wrong with an answer; undefined when it is as documented. */
export function faultOf(world: World, attack: Attack, answer: WireAnswer): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  const leak = leakOf(world, answer);
  if (leak) return `${status} tells ${leak}: ${text.slice(0, 300)}`;
  if (attack.method === "HEAD") return undefined;
  const fault = refusalFault(answer);
  if (fault || (status >= 400 && isOfNoOperation(attack, text))) return fault;
  // A page with a slash at its end, which is no path of the document.
  if (status === 308 && /\/(\?|$)/.test(decodeURIComponent(attack.url))) return undefined;
  return documentFault(attack, answer);
}

function leakOf({ key }: World, { status, text }: WireAnswer): string | undefined {
  const { TABLE_NAME, BUCKET_NAME } = inject("stack").env;
  const secrets = [secretOf(key), ...(status < 400 ? [] : [TABLE_NAME, BUCKET_NAME])];
  const leaked = secrets.find((secret) => secret && text.includes(secret));
  if (leaked !== undefined || status < 400) return leaked;
  return (INTERNALS.exec(text) ?? LIBRARY_WORDS.exec(text))?.[0];
}

/** A place that does not begin with a slash is no path. */
const isOfNoOperation = ({ url }: Attack, text: string): boolean =>
  !url.startsWith("/") || OF_NO_OPERATION.includes(ErrorBody.parse(JSON.parse(text)).error);

function refusalFault({ status, headers, text }: WireAnswer): string | undefined {
  if (status < 400) return undefined;
  if (headers.get("content-type") !== "application/json") return `${status} is not JSON: ${text}`;
  const parsed = ErrorBody.safeParse(JSON.parse(text));
  if (!parsed.success) return `${status} has not the form of an error: ${text}`;
  return ERROR_STATUS[parsed.data.error] === status ? undefined : `${status} with ${text}`;
}

/** A text in UTF-8 may have a mark in front, which says nothing. */
const sentText = ({ body }: Attack): string | undefined =>
  body?.length ? body.toString().replace(/^\ufeff/, "") : undefined;

/** The document also has to allow each request that was taken. */
function documentFault(attack: Attack, answer: WireAnswer): string | undefined {
  try {
    expectDocumented({
      ...answer,
      method: attack.method,
      path: attack.url,
      sent: sentText(attack),
    });
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 400);
  }
}
