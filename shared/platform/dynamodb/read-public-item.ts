import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import aws4 from "aws4";
import type { Key } from "../table/keys.ts";

/** Timeout of the read in milliseconds. Public functions respond without the item when it is exceeded. */
const PATIENCE_MS = 1_000;

/**
 * Reads one item without the SDK's client, which would be three quarters of a public function. The read is eventually
 * consistent and is not repeated.
 * @throws Error when the table does not answer in time, or rejects the read.
 */
export async function readPublicItem({ pk, sk }: Key): Promise<object | undefined> {
  const { AWS_REGION: region = "", TABLE_NAME } = process.env;
  const url = endpointOfTable(region);
  const body = JSON.stringify({ TableName: TABLE_NAME, Key: { pk: { S: pk }, sk: { S: sk } } });
  const answer = await post(url, signedHeaders(url.host, region, body), body);
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`the table answers ${answer.statusCode}: ${said}`);
  const { Item } = JSON.parse(said);
  return Item && unmarshall(Item);
}

/** Returns the endpoint that the SDK's client uses with the same environment (client.ts). */
export function endpointOfTable(region: string, env = process.env): URL {
  const own =
    env["DYNAMODB_ENDPOINT"] || env["AWS_ENDPOINT_URL_DYNAMODB"] || env["AWS_ENDPOINT_URL"];
  const name = env["AWS_USE_FIPS_ENDPOINT"] === "true" ? "dynamodb-fips" : "dynamodb";
  const domain = env["AWS_USE_DUALSTACK_ENDPOINT"] === "true" ? "api.aws" : "amazonaws.com";
  return new URL(own || `https://${name}.${region}.${domain}`);
}

/** Returns the headers of the request, signed with the credentials of the environment (Signature Version 4). */
export const signedHeaders = (host: string, region: string, body: string) =>
  aws4.sign({
    service: "dynamodb",
    region,
    host,
    method: "POST",
    path: "/",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": "DynamoDB_20120810.GetItem",
    },
    body,
  }).headers ?? {};

function post(
  url: URL,
  headers: ReturnType<typeof signedHeaders>,
  body: string,
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    send(url, { method: "POST", headers, signal }, resolve).on("error", reject).end(body);
  });
}
