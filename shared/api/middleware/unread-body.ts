import { DomainError } from "../../core/errors/errors.ts";
import type { Call } from "../route.ts";
import type { InputDefinition } from "./parsed-input.ts";

/** What anybody may send without a key: forty times what the SME check needs. */
const PUBLIC_BODY_BYTES = 16_384;

/**
 * Refuses a body that is not to be read, by what is said of it.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`
 */
export function refuseUnread({ route }: InputDefinition, { headers, body, isBase64Encoded }: Call) {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding !== "identity") {
    const name = /^[\w-]{1,20}$/.test(encoding) ? encoding : "other";
    throw unsupported(`Content-Encoding: ${name} bodies are not taken; send it as it is`);
  }
  if (!isJson(headers["content-type"])) {
    throw unsupported("Content-Type: the body must be application/json, in UTF-8");
  }
  const bytes = Buffer.byteLength(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (route.scope === "public" && bytes > PUBLIC_BODY_BYTES) {
    const message = `without a key a body has at most ${PUBLIC_BODY_BYTES} bytes`;
    throw new DomainError("payload_too_large", message);
  }
}

const unsupported = (message: string) => new DomainError("unsupported_media_type", message);

/** Whoever says nothing is read as JSON; who says another thing means another thing. */
function isJson(type: string | undefined): boolean {
  const [media = "", ...parameters] = (type ?? "application/json").toLowerCase().split(";");
  const charset = parameters.find((one) => one.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset.trim());
  return /^application\/([\w.-]+\+)?json$/.test(media.trim()) && isUtf8;
}
