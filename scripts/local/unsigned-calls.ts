import { createRequire } from "node:module";

/*
 * Importing it lets calls of the table bear a signature that nobody computes, which makes each call a quarter cheaper
 * for this process. Local engines check only its form. Calls of S3 stay signed, because the local server verifies them.
 */
type Request = { readonly headers: Record<string, string> };
type Signer = {
  readonly service: string;
  signRequest: (request: Request, options?: object) => Promise<Request>;
};

const ofTheSdk = createRequire(import.meta.resolve("@aws-sdk/client-dynamodb"));
const { SignatureV4 }: { SignatureV4: { prototype: Signer } } = ofTheSdk("@smithy/signature-v4");
const signed = SignatureV4.prototype.signRequest;

const FORM = {
  "x-amz-date": "20200101T000000Z",
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20200101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
};

SignatureV4.prototype.signRequest = async function (request, options) {
  if (this.service !== "dynamodb") return signed.call(this, request, options);
  Object.assign(request.headers, FORM);
  return request;
};
