import { randomUUID } from "node:crypto";
import { AwsJson1_0Protocol } from "@aws-sdk/core/protocols";
import { inAttributeValues, inPlainValues } from "./native-values.ts";

type Serialize = AwsJson1_0Protocol["serializeRequest"];
type Deserialize = AwsJson1_0Protocol["deserializeResponse"];
type MetadataBearer = Awaited<ReturnType<Deserialize>>;

/** DynamoDB carries out a transaction once that comes again with the same token within ten minutes. */
const withToken = (operation: string, request: object): object =>
  operation === "TransactWriteItems" ? { ClientRequestToken: randomUUID(), ...request } : request;

/** The calls whose input and output have plain values; those about the table have none. */
const OF_ITEMS =
  /^(?:GetItem|BatchGetItem|Query|Scan|PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/;

const NO_INPUT = "unit";

/**
 * The protocol of DynamoDB for clients that send and get plain values, in one step each: the SDK's own
 * walks every value along its schema, and the document client walks it before that. Errors, and how
 * calls are signed, retried and timed out, are the SDK's.
 */
export class NativeProtocol extends AwsJson1_0Protocol {
  override async serializeRequest(...[operation, input, context]: Parameters<Serialize>) {
    const isNative = OF_ITEMS.test(operation.name);
    if (!isNative) return super.serializeRequest(operation, input, context);
    const request = await super.serializeRequest({ ...operation, input: NO_INPUT }, {}, context);
    request.body = JSON.stringify(inAttributeValues(withToken(operation.name, input)));
    return request;
  }

  override async deserializeResponse<Output extends MetadataBearer>(
    ...call: Parameters<Deserialize>
  ): Promise<Output> {
    const [operation, context, response] = call;
    if (this.isErrorResponse(response.statusCode) || !OF_ITEMS.test(operation.name)) {
      return super.deserializeResponse<Output>(...call);
    }
    const bytes = await context.streamCollector(response.body);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const answer = JSON.parse(text);
    const $metadata = this.deserializeMetadata(response);
    return { ...inPlainValues(answer), $metadata } as Output;
  }
}
