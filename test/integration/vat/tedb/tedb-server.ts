import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { parse } from "csv-parse/sync";
import { startServer } from "../../../stack/loopback-server.ts";

/** Facts of a real TEDB answer of 2025-08-26, without its texts. */
const FACTS = new URL("./tedb-2025-08-26-facts.csv", import.meta.url);

type Fact = Record<
  | "member_state"
  | "row_type"
  | "rate_type"
  | "rate_pct"
  | "situation_on"
  | "category"
  | "cpa_codes"
  | "import_only_row",
  string
>;

export const facts: readonly Fact[] = parse(readFileSync(FACTS), { columns: true });

/** The comment by which the real service tells partial rows apart. */
function commentOf(fact: Fact): string {
  if (fact.import_only_row === "yes") return "VAT - Import - reduced rate";
  const canaries =
    fact.member_state === "ES" && fact.row_type === "STANDARD" && fact.rate_pct === "7.0";
  return canaries ? "Canary Islands &lt;b&gt;IGIC&lt;/b&gt;" : "";
}

const resultOf = (fact: Fact): string => {
  const comment = commentOf(fact);
  return `<ns0:vatRateResults><ns1:memberState>${fact.member_state}</ns1:memberState><ns1:type>${fact.row_type}</ns1:type><ns1:rate><ns1:type>${fact.rate_type}</ns1:type>${fact.rate_pct === "" ? "" : `<ns1:value>${fact.rate_pct}</ns1:value>`}</ns1:rate><ns1:situationOn>${fact.situation_on}+02:00</ns1:situationOn>${fact.category === "" ? "" : `<ns1:category><ns1:identifier>${fact.category}</ns1:identifier><ns1:description>${fact.category}</ns1:description></ns1:category>`}${comment === "" ? "" : `<ns1:comment>${comment}</ns1:comment>`}</ns0:vatRateResults>`;
};

/** An answer in the layout of the VatRetrievalService. */
export const answerFor = (rows: readonly Fact[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/><env:Body><ns0:retrieveVatRatesRespMsg xmlns:ns0="urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService" xmlns:ns1="urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService:types"><ns0:additionalInformation/>${rows.map(resultOf).join("")}</ns0:retrieveVatRatesRespMsg></env:Body></env:Envelope>`;

const FAULT = `<?xml version="1.0"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><env:Fault><faultcode>env:Server</faultcode><faultstring>TEDB-ERR-2</faultstring></env:Fault></env:Body></env:Envelope>`;

/** The operation as TEDB names it. */
const ACTION = "urn:ec.europa.eu:taxud:tedb:services:v1:VatRetrievalService/RetrieveVatRates";

export type Tedb = Awaited<ReturnType<typeof startTedb>>;

/** What the server does with a question: sends what it makes of the answer, or something else. */
type Served = (xml: string, question: { state: string; day: string }) => string | Sending;

/** Writes the response itself, or leaves it open. */
type Sending = (response: ServerResponse) => void;

/** The German standard rate in an answer. */
export const RAISED = /(<ns1:memberState>DE<(?:(?!<ns0:).)*DEFAULT<\/ns1:type><ns1:value>)19\.0/g;

/** Germany raises its standard rate to 20 % on 2025-12-01, and TEDB knows it before. */
export const raisedAhead = (xml: string, { state, day }: { state: string; day: string }) =>
  state === "DE" && day >= "2025-12-01"
    ? xml.replace(RAISED, "$120.0").replaceAll("2025-07-01", "2025-12-01")
    : xml;

/** Answers without a body, as TEDB does to an unknown operation. */
export const EMPTY_404: Sending = (response) => response.writeHead(404).end();

/**
 * Serves the facts on loopback, or what `serve` makes of each answer. Like TEDB, answers 404 without a body to a wrong
 * operation, and a fault to an unknown state.
 */
export async function startTedb(serve: Served = (xml) => xml) {
  const asked: { readonly state: string; readonly day: string }[] = [];
  const state = { serve };
  const { url, close } = await startServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (request.headers["soapaction"] !== ACTION) return EMPTY_404(response);
    const question = {
      state: /isoCode>([A-Z]{2})</.exec(body)?.[1] ?? "",
      day: /situationOn>([\d-]+)</.exec(body)?.[1] ?? "",
    };
    asked.push(question);
    const rows = facts.filter((fact) => fact.member_state === question.state);
    const answer = rows.length === 0 ? FAULT : state.serve(answerFor(rows), question);
    if (typeof answer === "function") return answer(response);
    const status = answer === FAULT ? 500 : 200;
    response.writeHead(status, { "content-type": "text/xml;charset=UTF-8" }).end(answer);
  });
  return {
    url: `${url}/`,
    asked,
    /** Replaces what the server makes of each answer from now on. */
    serving: (next: Served) => {
      state.serve = next;
    },
    close,
  };
}
