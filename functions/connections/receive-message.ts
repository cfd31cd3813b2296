import { endpoint } from "../../shared/api/endpoint.ts";
import { parsedParameters, rawBody } from "../../shared/api/middleware/parsed-input.ts";
import * as routes from "../../shared/api/routes.ts";
import { MOST_INBOUND_BYTES, receiveMessage } from "../../shared/shops/connections/receive.ts";
import { ConnectionPath, MessageOfShop, Taken } from "../../shared/shops/connections/schema.ts";

export const handler = endpoint(
  {
    route: routes.receiveMessage,
    path: ConnectionPath,
    body: MessageOfShop,
    isRaw: true,
    output: Taken,
    run: async ({ path, body, now }) => {
      await receiveMessage(path.id, body, now);
      return { taken: true as const };
    },
  },
  { readParameters: parsedParameters, readBody: rawBody(MOST_INBOUND_BYTES) },
);
