import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

type Exists = (bucket: string, key: string) => Promise<boolean>;

/**
 * Adds a missing feature of the S3 server: a PUT with `If-None-Match: *` gets 412 if the key exists, and only one of
 * two concurrent PUTs succeeds. Other requests pass unchanged.
 */
export function withConditionalPuts(answer: RequestListener, exists: Exists): RequestListener {
  const last = new Map<string, Promise<void>>();
  return (request, response) => {
    if (request.method !== "PUT" || request.headers["if-none-match"] !== "*") {
      answer(request, response);
      return;
    }
    const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "");
    const [, bucket = "", key = ""] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const turn = (last.get(path) ?? Promise.resolve())
      .then(async () => {
        if (await exists(bucket, key)) refuse(request, response);
        else await passOn(answer, request, response);
      })
      .catch((error) => void response.destroy(error));
    last.set(path, turn);
    turn.finally(() => {
      if (last.get(path) === turn) last.delete(path);
    });
  };
}

async function passOn(answer: RequestListener, request: IncomingMessage, response: ServerResponse) {
  const closed = once(response, "close");
  answer(request, response);
  await closed;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(412, { "content-type": "application/xml" }).end(TAKEN);
}

const TAKEN =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>PreconditionFailed</Code><Message>At least one of the pre-conditions you specified did not hold</Message><Condition>If-None-Match</Condition></Error>';
