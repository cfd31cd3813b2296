import { DomainError } from "../../core/errors/errors.ts";
import type { Call } from "../route.ts";
import type { BodyReader } from "./parsed-input.ts";

/** The headers and the bytes of a call, as its sender has signed them. */
type RawCall = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

/**
 * Passes a body on as it came, whatever its type: a signature is over its bytes.
 * @throws DomainError `payload_too_large`
 */
export const rawBody =
  (mostBytes: number): BodyReader =>
  (_, { headers, body = "", isBase64Encoded }: Call) => {
    const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    if (bytes.length > mostBytes) {
      throw new DomainError("payload_too_large", `a message has at most ${mostBytes} bytes`);
    }
    return { data: { headers, body: bytes } satisfies RawCall, faults: [] };
  };
