import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { ErrorBody } from "../../shared/api/docs/docs-answers.ts";
import { errorsOf } from "../../shared/api/route-errors.ts";
import { withWords } from "./described-fields.ts";
import { type Described, describedEndpoints } from "./endpoints.ts";
import type { Examples } from "./examples.ts";
import { info } from "./info.ts";
import { mapped } from "./mapped.ts";
import type { Document } from "./openapi.ts";
import {
  BASIC_SCHEME,
  BEARER_SCHEME,
  operationOf,
  SECURITY_SCHEME,
  SESSION_SCHEME,
} from "./operation.ts";
import { withDefaultsInWords } from "./optional-defaults.ts";
import { errorComponents } from "./refusals.ts";
import { SHARE_HEADERS, TIMING_HEADER } from "./share-headers.ts";
import { withExamples } from "./shown-examples.ts";
import { tags } from "./tags.ts";
import { webhookOperations } from "./webhooks.ts";
import { nullableAsChoice, onTheWire } from "./wire-schema.ts";

/** Builds the OpenAPI document of the route table; the same input gives the same document. */
export async function openApiDocument(examples: Examples): Promise<Document> {
  const endpoints = await describedEndpoints();
  const codes = endpoints.map(({ name, definition }) => errorsOf(name, definition));
  const made = createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: "/", description: "The address this document is served from" }],
      tags,
      paths: pathsOf(endpoints),
      webhooks: webhookOperations(),
      components: {
        securitySchemes: {
          [SECURITY_SCHEME]: {
            type: "apiKey",
            in: "header",
            name: "X-API-Key",
            description:
              "API key, `vat_<live|test>_<key id>_<secret>`; `npm run issue-key` makes one.",
          },
          [BEARER_SCHEME]: {
            type: "http",
            scheme: "bearer",
            description: "API key, sent as `Authorization: Bearer vat_live_…`.",
          },
          [BASIC_SCHEME]: {
            type: "http",
            scheme: "basic",
            description: "API key as the user name, with any password or none.",
          },
          [SESSION_SCHEME]: {
            type: "http",
            scheme: "bearer",
            description:
              "The access token of a person's session, from `POST /v1/session`; `X-Account` names the account. `x-role` of an operation is the role that a person needs; `x-key-scope` is the scope that a key needs, where a read-only one is not enough.",
          },
        },
        schemas: { Error: ErrorBody },
        headers: { ...SHARE_HEADERS, ...TIMING_HEADER },
        responses: errorComponents(codes, examples.errors),
      },
    },
    { override: onTheWire },
  );
  // The conversion through JSON removes undefined values.
  const plain = JSON.parse(JSON.stringify(made), nullableAsChoice) as Document;
  return withExamples(withDefaultsInWords(withWords(inOrder(plain))), examples.operations);
}

function pathsOf(endpoints: readonly Described[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}

/** Sorts paths, responses and components by name; the fields of a schema keep their order. */
function inOrder(document: Document): Document {
  const { paths, components, ...rest } = document;
  return {
    ...rest,
    paths: mapped(sorted(paths), (methods) =>
      mapped(sorted(methods), (operation) => ({
        ...operation,
        responses: sorted(operation.responses),
      })),
    ),
    components: {
      ...components,
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
    },
  };
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
