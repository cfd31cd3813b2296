import { startServer } from "./loopback-server.ts";

/*
 * A server that speaks the documented REST interface of VIES. As in VIES's own test service the end of a number
 * chooses the answer: 100 is valid, 200 invalid, and the others are errors.
 */
const ERRORS: Readonly<Record<string, string>> = {
  "201": "INVALID_INPUT",
  "202": "INVALID_REQUESTER_INFO",
  "300": "SERVICE_UNAVAILABLE",
  "301": "MS_UNAVAILABLE",
  "302": "TIMEOUT",
  "400": "VAT_BLOCKED",
  "401": "IP_BLOCKED",
  "500": "GLOBAL_MAX_CONCURRENT_REQ",
  "501": "GLOBAL_MAX_CONCURRENT_REQ_TIME",
  "600": "MS_MAX_CONCURRENT_REQ",
  "601": "MS_MAX_CONCURRENT_REQ_TIME",
};

/** The first question for a number that ends so meets an outage of its Member State, the next ones are answered. */
export const RECOVERING = "301";

type Question = {
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly requesterNumber?: string;
};

/** Starts the server on loopback. */
export async function startVies(): Promise<{ url: string; close: () => Promise<void> }> {
  const asked = new Map<string, number>();
  const { url, server, close } = await startServer((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    Array.fromAsync(request as AsyncIterable<Buffer>).then(
      (chunks) => {
        if (request.url !== "/check-vat-number") return reply(404, {});
        const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
        const times = (asked.get(question.vatNumber) ?? 0) + 1;
        asked.set(question.vatNumber, times);
        return reply(...answerTo(question, times));
      },
      () => response.destroy(),
    );
  });
  // The suite ends without waiting for it.
  server.unref();
  return { url, close };
}

function answerTo(question: Question, times: number): [number, unknown] {
  const end = question.vatNumber.slice(-3);
  const error = end === RECOVERING && times > 1 ? undefined : ERRORS[end];
  if (error) return [500, { actionSucceed: false, errorWrappers: [{ error, message: "text" }] }];
  return [
    200,
    {
      countryCode: question.countryCode,
      vatNumber: question.vatNumber,
      requestDate: "2026-11-24T10:00:00.000Z",
      valid: end !== "200",
      requestIdentifier: question.requesterNumber ? "WAPIAAAAW1234567" : "",
      name: "---",
      address: "---",
      traderName: "---",
    },
  ];
}
