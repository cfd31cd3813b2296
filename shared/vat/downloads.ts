import { setTimeout as wait } from "node:timers/promises";
import type { EcbFile, FetchedFile } from "./exchange-rates/ecb-feed.ts";
import type { TedbQuestion } from "./rate-proposals/tedb-answer.ts";

/**
 * Reads the response as text.
 * @throws RangeError for an answer that is too large, TypeError for one that is not UTF-8 or is incomplete.
 */
export async function textOf(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the reason of a fetch error, such as ECONNREFUSED, because fetch only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const because = cause?.code ?? cause?.message;
  return because ? `${error.message} (${because})` : error.message;
}

/** The ECB's address of its rates; ECB_BASE_URL replaces it, for example with a mirror or a test server. */
const PUBLISHED_AT = "https://www.ecb.europa.eu/stats/eurofxref";

const DOWNLOAD_PATIENCE_MS = 20_000;

/** Maximum size of a file, in bytes: ten times the 90-day file. */
const LARGEST_ECB_FILE = 1_500_000;

/** Downloads one file of current ECB reference rates. Returns the reason if that fails; never throws. */
export async function fetchEcbFile(file: EcbFile): Promise<FetchedFile> {
  const base = (process.env["ECB_BASE_URL"] || PUBLISHED_AT).replace(/\/+$/, "");
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_PATIENCE_MS);
    const response = await fetch(`${base}/${file}`, { signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { file, fault: `the server answers ${response.status}` };
    }
    return { file, text: await textOf(response, LARGEST_ECB_FILE) };
  } catch (error) {
    return { file, fault: reasonOf(error) };
  }
}

/** The Commission's address of TEDB's web service; TEDB_URL replaces it, for example with a test server. */
const SERVICE = "https://ec.europa.eu/taxation_customs/tedb/ws/";

/** The end of the address that some clients use; requested where the first address answers 404. */
const OTHER_ADDRESS = "VatRetrievalService";

/** The operation. With any other SOAPAction, TEDB answers 404 without a body. */
const ACTION = "urn:ec.europa.eu:taxud:tedb:services:v1:VatRetrievalService/RetrieveVatRates";
const MESSAGE = "urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService";

const PATIENCE_MS = 20_000;
const ATTEMPTS = 2;

/** Maximum size of an answer, in bytes: ten times that of the largest state. */
const LARGEST_TEDB_ANSWER = 4_000_000;

/** An answer of TEDB as it came, or the reason why there is none. */
type TedbDownload =
  | { readonly text: string; readonly fault?: string }
  | { readonly text?: undefined; readonly fault: string };

const envelope = ({ state, day }: TedbQuestion) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="${MESSAGE}" xmlns:t="${MESSAGE}:types">
  <soapenv:Body>
    <m:retrieveVatRatesReqMsg>
      <t:memberStates><t:isoCode>${state}</t:isoCode></t:memberStates>
      <t:situationOn>${day}</t:situationOn>
    </m:retrieveVatRatesReqMsg>
  </soapenv:Body>
</soapenv:Envelope>`;

/**
 * Requests the rates of one Member State (EL for Greece) on one day from the Taxes in Europe Database. One state at a
 * time: a response for all states is about 1.5 MB, and one wrong code makes the whole request fail. Never throws.
 */
export async function askTedb(
  question: TedbQuestion,
  { patienceMs = PATIENCE_MS, pauseMs = 1_000 } = {},
): Promise<TedbDownload> {
  const service = (process.env["TEDB_URL"] || SERVICE).replace(/\/*$/, "/");
  let last: TedbDownload = { fault: "TEDB was not asked" };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await wait(pauseMs);
    const first = await send(service, question, patienceMs);
    last = first.status === 404 ? await send(service + OTHER_ADDRESS, question, patienceMs) : first;
    if (last.text !== undefined) return last;
  }
  return last;
}

type Sent = TedbDownload & { readonly status?: number };

async function send(address: string, question: TedbQuestion, patienceMs: number): Promise<Sent> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "text/xml;charset=UTF-8", SOAPAction: ACTION },
      body: envelope(question),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await textOf(response, LARGEST_TEDB_ANSWER);
    return sentOf(response.status, text);
  } catch (error) {
    return { fault: `TEDB at ${address} does not answer: ${reasonOf(error)}` };
  }
}

/** Returns what came. A SOAP fault has status 500 and a body with its reason. */
function sentOf(status: number, text: string): Sent {
  if (text === "") return { status, fault: emptyFault(status) };
  if (status === 200 || text.includes("Fault>")) return { status, text };
  return { status, text, fault: `TEDB answers with status ${status}` };
}

const emptyFault = (status: number): string =>
  status === 404
    ? "TEDB answers 404 without a body: it does not know the operation (SOAPAction) or the address"
    : `TEDB answers ${status} without a body`;
