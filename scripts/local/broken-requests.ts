import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { codeOf } from "./failure.ts";

/**
 * Answers what is no HTTP request, which never becomes one for the server, in the form of the
 * gateway's other refusals. Node alone would answer without a body.
 */
export function answerBrokenRequests(server: Server): void {
  server.on("clientError", (error, socket) => refuse(error, socket));
}

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuse(error: Error, socket: Duplex): void {
  const code = codeOf(error) ?? "";
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = STATUS_OF[code] ?? 400;
  const body = JSON.stringify({ message: STATUS_CODES[status] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
