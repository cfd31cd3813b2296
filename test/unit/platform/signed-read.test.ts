import { execFileSync } from "node:child_process";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it, vi } from "vitest";
import {
  endpointOfTable,
  signedHeaders,
} from "../../../shared/platform/dynamodb/read-public-item.ts";

const HOST = "dynamodb.eu-central-1.amazonaws.com";
const BODY = '{"TableName":"eu-vat"}';

/** Signs with the SDK in a process of its own: in this one, calls of the table are not signed. */
const SIGNER = `
import { SignatureV4 } from "@smithy/signature-v4";
import { createHash, createHmac } from "node:crypto";
class Sha256 {
  constructor(secret) { this.hash = secret ? createHmac("sha256", secret) : createHash("sha256"); }
  update(data) { this.hash.update(data); }
  async digest() { return new Uint8Array(this.hash.digest()); }
  reset() {}
}
const { request, at } = JSON.parse(process.argv[1]);
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalr", sessionToken: "AQoD" };
const region = "eu-central-1";
const signer = new SignatureV4({ service: "dynamodb", region, credentials, sha256: Sha256, applyChecksum: false });
const { headers } = await signer.sign(request, { signingDate: new Date(at) });
process.stdout.write(headers.authorization);
`;

it("is signed as the SDK signs it", () => {
  const at = "2026-10-01T08:00:00Z";
  vi.useFakeTimers({ now: new Date(at) });
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wJalr");
  vi.stubEnv("AWS_SESSION_TOKEN", "AQoD");
  const { Authorization, ...sent } = signedHeaders(HOST, "eu-central-1", BODY);
  vi.useRealTimers();
  const headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const request = { method: "POST", hostname: HOST, path: "/", headers, body: BODY };
  const args = ["--input-type=module", "-e", SIGNER, JSON.stringify({ request, at })];
  expect(Authorization).toBe(String(execFileSync(process.execPath, args)));
});

it.each([
  {},
  { AWS_USE_FIPS_ENDPOINT: "true" },
  { AWS_USE_DUALSTACK_ENDPOINT: "true" },
  { AWS_USE_FIPS_ENDPOINT: "true", AWS_USE_DUALSTACK_ENDPOINT: "true" },
])("goes to the endpoint of the SDK with %o", async (env) => {
  const { config } = new DynamoDBClient({ region: "eu-central-1" });
  const { url } = config.endpointProvider({
    Region: "eu-central-1",
    UseFIPS: "AWS_USE_FIPS_ENDPOINT" in env,
    UseDualStack: "AWS_USE_DUALSTACK_ENDPOINT" in env,
  });
  expect(endpointOfTable("eu-central-1", env).host).toBe(url.host);
});

it("goes to the endpoint that the environment names for every service", () => {
  const env = { AWS_ENDPOINT_URL: "https://vpce.example" };
  expect(endpointOfTable("eu-central-1", env).host).toBe("vpce.example");
});
