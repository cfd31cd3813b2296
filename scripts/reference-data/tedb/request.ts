import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";

const SERVICE = "https://ec.europa.eu/taxation_customs/tedb/ws/";
const ACTION = "urn:ec.europa.eu:taxud:tedb:services:v1:VatRetrievalService/RetrieveVatRates";
const MESSAGE = "urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService";
const PATIENCE_MS = 60_000;
const ATTEMPTS = 3;

const envelope = (memberState: string, day: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="${MESSAGE}" xmlns:t="${MESSAGE}:types">
  <soapenv:Body>
    <m:retrieveVatRatesReqMsg>
      <t:memberStates><t:isoCode>${memberState}</t:isoCode></t:memberStates>
      <t:situationOn>${day}</t:situationOn>
    </m:retrieveVatRatesReqMsg>
  </soapenv:Body>
</soapenv:Envelope>`;

/**
 * Requests the rates of one Member State (EL for Greece) on one day from the Taxes in Europe Database. One state at a
 * time: a response for all states is about 1.5 MB, and one wrong code makes the whole request fail.
 * @throws Failure after three attempts.
 */
export async function askTedb(
  memberState: string,
  day: string,
  service = SERVICE,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(memberState, day, service);
    } catch (error) {
      if (error instanceof Failure || attempt === ATTEMPTS) throw reasonOf(error, service);
      await wait(attempt * 1_000);
    }
  }
}

async function send(memberState: string, day: string, service: string): Promise<string> {
  const response = await fetch(service, {
    method: "POST",
    headers: { "Content-Type": "text/xml;charset=UTF-8", SOAPAction: ACTION },
    body: envelope(memberState, day),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  // A SOAP fault has status 500 and contains the reason.
  if (response.ok || text.includes("Fault")) return text;
  throw new Error(`status ${response.status}`);
}

const reasonOf = (error: unknown, service: string): Failure =>
  error instanceof Failure
    ? error
    : new Failure(`TEDB at ${service} does not answer: ${(error as Error).message}`);
