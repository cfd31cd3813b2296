import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  AppServer,
  type ShopRepositoryInterface,
  type SimpleShop,
} from "@shopware-ag/app-server-sdk";
import type { TaxRequest } from "./cart.ts";
import { type TaxSettings, taxesOf } from "./taxes.ts";

export type AppSettings = TaxSettings & {
  /** The address at which shops reach this app. */
  readonly appUrl: string;
  readonly appSecret: string;
  readonly shops: ShopRepositoryInterface<SimpleShop>;
};

/** The name in the manifest, which is a part of the proof of a registration. */
const APP_NAME = "EuVat";

/** Makes the server of the app: registration, its confirmation, and the taxes of a cart. */
export function appOf(settings: AppSettings): Server {
  const app = new AppServer<SimpleShop>(
    {
      appName: APP_NAME,
      appSecret: settings.appSecret,
      authorizeCallbackUrl: new URL("/confirm", settings.appUrl).href,
    },
    settings.shops,
  );
  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "GET /register": (request) => app.registration.authorize(request),
    "POST /confirm": (request) => app.registration.authorizeCallback(request),
    "POST /taxes": (request) => taxesFor(app, request, settings),
  };
  return createServer((from, to) => void answered(from, to, routes, settings.appUrl));
}

/** Answers a cart whose signature is that of its shop, and signs the answer with the same secret. */
async function taxesFor(
  app: AppServer<SimpleShop>,
  request: Request,
  settings: TaxSettings,
): Promise<Response> {
  const context = await app.contextResolver
    .fromAPI<TaxRequest & { source: never }>(request)
    .catch(() => undefined);
  if (!context)
    return new Response("the signature is not that of a registered shop", { status: 401 });
  const taxes = await taxesOf(context.payload, settings);
  const answer = Response.json(taxes);
  await app.signer.signResponse(answer, context.shop.getShopSecret());
  return answer;
}

async function answered(
  from: IncomingMessage,
  to: ServerResponse,
  routes: Readonly<Record<string, (request: Request) => Promise<Response>>>,
  appUrl: string,
): Promise<void> {
  try {
    const url = new URL(from.url ?? "/", appUrl);
    const route = routes[`${from.method} ${url.pathname}`];
    const body = route && (await bodyOf(from));
    const answer = route
      ? body
        ? await route(requestOf(from, url, body))
        : new Response(null, { status: 413, headers: { connection: "close" } })
      : new Response(null, { status: 404 });
    to.writeHead(answer.status, Object.fromEntries(answer.headers));
    to.end(await answer.text());
  } catch (error) {
    process.stderr.write(`${from.method} ${from.url}: ${error}\n`);
    to.writeHead(500).end();
  }
}

/** Larger than any cart. Only the body shows who sent it, so it is read before the signature is checked. */
const MOST_BYTES = 1_048_576;

/** Reads the body of a request; undefined for one that is larger than any cart. */
async function bodyOf(from: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function requestOf(from: IncomingMessage, url: URL, body: Uint8Array<ArrayBuffer>): Request {
  const headers = Object.entries(from.headers).map(([name, value]) => [name, String(value)]);
  return new Request(url, {
    method: from.method ?? "GET",
    headers: Object.fromEntries(headers),
    ...(from.method === "POST" && { body }),
  });
}
