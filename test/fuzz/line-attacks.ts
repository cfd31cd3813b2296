import { type Group, pathOf, queryOf, requestTo, type World } from "./attack.ts";
import { ESCAPED_TEXTS, HEADER_TEXTS } from "./hostile-values.ts";
import type { Target } from "./operations.ts";

/** One group for each parameter in path, query and header, and for each way to bend the rest. */
export const lineAttacks = (world: World, target: Target): Group[] => [
  ...target.parameters.map(({ in: place, name }) => {
    if (place === "path") return segmentAttacks(world, target, name);
    return place === "query"
      ? valueAttacks(world, target, name)
      : headerAttacks(world, target, name);
  }),
  strangePaths(world, target),
  strangeQueries(world, target),
  strangeMethods(world, target),
  strangeKeys(world, target),
  strangeHeaders(world, target),
];

const segmentAttacks = (world: World, target: Target, name: string): Group =>
  ESCAPED_TEXTS.map(
    (text) => () =>
      requestTo(world, target, {
        name: `${target.operationId} {${name}}: ${text.slice(0, 40)}`,
        url: pathOf(world, target, name, text) + queryOf(world, target),
      }),
  );

const valueAttacks = (world: World, target: Target, name: string): Group =>
  ["", ...ESCAPED_TEXTS].flatMap((text) => {
    const one = queryOf(world, target, name, text);
    return [one, `${one}&${name}=${text}`, `${one}&${name}=2026-Q2`].map(
      (query) => () =>
        requestTo(world, target, {
          name: `${target.operationId} ?${name}: ${query.slice(0, 60)}`,
          url: pathOf(world, target) + query,
        }),
    );
  });

const headerAttacks = (world: World, target: Target, name: string): Group =>
  HEADER_TEXTS.flatMap((text) =>
    [[name], [name, name]].map((names) => () => {
      const request = requestTo(world, target);
      return {
        ...request,
        name: `${target.operationId} ${names.join()}: ${text.slice(0, 40)}`,
        headers: [...request.headers, ...names.map((name) => [name, text] as const)],
      };
    }),
  );

function strangePaths(world: World, target: Target): Group {
  const path = pathOf(world, target);
  const segments = path.split("/");
  const paths = [
    ...[
      `/${path}`,
      `${path}/`,
      `${path}//`,
      `/.${path}`,
      `/..${path}`,
      `/x/..${path}`,
      `${path}/.`,
    ],
    ...[`${path}/..`, `${path}%2F`, `${path}%00`, `${path};a=b`, `${path}%`, `/%2e%2e${path}`],
    ...[
      path.toUpperCase(),
      path.replaceAll("/", "//"),
      path.replaceAll("/", "\\"),
      `${path}/x/y/z`,
    ],
    ...[
      segments.slice(0, -1).join("/"),
      `${path}.json`,
      `${path}${"/x".repeat(2_000)}`,
      "/__proto__",
    ],
    ...[
      `${path}/${"x".repeat(12_000)}`,
      `http://other.example${path}`,
      "*",
      "/constructor",
      `${path}#x`,
    ],
    `/%76%31${path.slice(3)}`,
  ];
  return paths.map(
    (url) => () =>
      requestTo(world, target, { name: `${target.operationId} path: ${url.slice(0, 60)}`, url }),
  );
}

function strangeQueries(world: World, target: Target): Group {
  const queries = [
    ...[
      "",
      "&",
      "=",
      "=&&",
      "%",
      "%ff=%ff",
      "%00=1",
      "__proto__=1",
      "__proto__[a]=1",
      "a[b]=c",
      "a[]=1",
    ],
    ...[
      "constructor=1",
      "toString=1",
      "unknown=1",
      "?",
      "a=b=c",
      "+=+",
      "limit=1&limit=2",
      "%5B%5D",
    ],
    ...["x=".repeat(4_000), "a=1&".repeat(2_000), "period", "PERIOD=2026-Q2", "hasOwnProperty="],
  ];
  const url = pathOf(world, target) + queryOf(world, target);
  return queries.map(
    (query) => () =>
      requestTo(world, target, {
        name: `${target.operationId} query: ${query.slice(0, 40)}`,
        url: `${url}${url.includes("?") ? "&" : "?"}${query}`,
      }),
  );
}

/** CONNECT is not among them: it asks for a tunnel, and the gateway hangs up. */
const METHODS = "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND PURGE LOCK SEARCH M-SEARCH";

const strangeMethods = (world: World, target: Target): Group =>
  METHODS.split(" ").map(
    (method) => () =>
      requestTo(world, target, { name: `${target.operationId} by ${method}`, method }),
  );

function strangeKeys(world: World, target: Target): Group {
  const { key } = world;
  const keys = [
    ...[
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      ` ${key}`,
      `${key},${key}`,
      `Bearer ${key}`,
    ],
    ...[key.split("_").slice(0, 3).join("_"), "_".repeat(10), ...world.otherKeys, ...HEADER_TEXTS],
  ];
  const { headers } = requestTo(world, target);
  const others = headers.filter(([name]) => name !== "X-API-Key");
  return [
    () =>
      requestTo(world, target, { name: `${target.operationId} without a key`, headers: others }),
    ...keys.map(
      (value) => () =>
        requestTo(world, target, {
          name: `${target.operationId} key: ${value.slice(0, 20)}`,
          headers: [...others, ["X-API-Key", value]],
        }),
    ),
  ];
}

const NAMES =
  "__proto__ constructor toString Accept Accept-Encoding Authorization Content-Encoding Content-Type Cookie Forwarded If-None-Match If-Match Idempotency-Key Origin Range Referer User-Agent X-Amzn-Trace-Id X-Forwarded-For X-HTTP-Method-Override X-Source-ID";

function strangeHeaders(world: World, target: Target): Group {
  const request = requestTo(world, target);
  const many = Array.from({ length: 400 }, (_, n) => [`X-${n}`, "x".repeat(20)] as const);
  const large = ["X-Large", "x".repeat(20_000)] as const;
  return [
    () => ({
      ...request,
      name: `${request.name} many headers`,
      headers: [...request.headers, ...many],
    }),
    () => ({
      ...request,
      name: `${request.name} large header`,
      headers: [...request.headers, large],
    }),
    ...NAMES.split(" ").flatMap((name) =>
      HEADER_TEXTS.map((text) => () => ({
        ...request,
        name: `${request.name} ${name}: ${text.slice(0, 40)}`,
        headers: [...request.headers, [name, text] as const],
      })),
    ),
  ];
}
