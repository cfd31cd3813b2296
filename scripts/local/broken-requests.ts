import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "../../shared/core/errors/errors.ts";
import { codeOf } from "./failure.ts";
import { gatewayRefusal } from "./gateway-answer.ts";

/**
 * Responds to malformed HTTP requests, which never reach the request handler, in the form of the gateway's other
 * errors. Node itself would respond without a body.
 */
export function answerBrokenRequests(server: Server): void {
  server.on("clientError", (error, socket) => refuse(error, socket));
}

const CODE_OF: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

function refuse(error: Error, socket: Duplex): void {
  const code = codeOf(error) ?? "";
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const { status, body } = gatewayRefusal(CODE_OF[code] ?? "invalid_request", "this is no request");
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
