import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Whether something is stored in that bucket under that key. */
type Exists = (bucket: string, key: string) => Promise<boolean>;

/**
 * Does what the S3 server does not: `If-None-Match: *` on a PUT is 412 where the key is taken, and of two at
 * once one gets through. Other requests pass as they are.
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
