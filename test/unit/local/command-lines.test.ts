import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { chosenFolder, commandFolder } from "../../../scripts/local/command-folder.ts";
import { settingsFrom } from "../../../scripts/local/settings.ts";
import { keyCommandFrom } from "../../../scripts/operate/api-keys/command-line.ts";
import { journalCommandFrom } from "../../../scripts/operate/journal-command.ts";

describe("npm start", () => {
  it("needs nothing to be said", () => {
    expect(settingsFrom([], {})).toEqual({
      host: "127.0.0.1",
      port: 3000,
      s3Port: 0,
      issuerPort: 3001,
      dataDir: resolve(".local"),
      allowedOrigins: [],
      fresh: false,
      demo: true,
      bundled: false,
      journal: false,
      lake: false,
    });
  });

  it("takes flags and variables", () => {
    const env = { HOST: "0.0.0.0", PORT: "0", S3_PORT: "3001", DATA_DIR: "elsewhere" };
    expect(settingsFrom(["--no-demo", "--fresh", "--bundled", "--journal", "--lake"], env)).toEqual(
      {
        host: "0.0.0.0",
        port: 0,
        s3Port: 3001,
        issuerPort: 0,
        dataDir: resolve("elsewhere"),
        allowedOrigins: [],
        fresh: true,
        demo: false,
        bundled: true,
        journal: true,
        lake: true,
      },
    );
  });

  it("gives the issuer the next port that nothing else has", () => {
    const issuerPort = (env: Record<string, string>) => settingsFrom([], env).issuerPort;
    expect(issuerPort({ PORT: "8080", S3_PORT: "8081" })).toBe(8082);
    expect(issuerPort({ PORT: "8080", S3_PORT: "9000" })).toBe(8081);
    expect(issuerPort({ PORT: "65534", S3_PORT: "65535" })).toBe(0);
  });

  it.for(["x", "-1", "65536", "80.5", "0x50", "1e3", " 80"])("refuses PORT=%j", (PORT) => {
    expect(() => settingsFrom([], { PORT })).toThrow(`from 0 to 65535, not ${PORT}`);
  });

  it.for(["example.com", "localhost", "127.0.0.1:80", "*", " "])("refuses HOST=%j", (HOST) => {
    expect(() => settingsFrom([], { HOST })).toThrow(`HOST must be an IP address`);
  });

  it("refuses S3_PORT=x", () => {
    expect(() => settingsFrom([], { S3_PORT: "x" })).toThrow("S3_PORT must be a number");
  });

  it("takes origins, separated by blanks or commas", () => {
    const ALLOWED_ORIGINS = " http://localhost:5173, https://shop.example ";
    expect(settingsFrom([], { ALLOWED_ORIGINS }).allowedOrigins).toEqual([
      "http://localhost:5173",
      "https://shop.example",
    ]);
  });

  it.for(["*", "https://shop.example/", "localhost:5173", "null"])(
    "refuses ALLOWED_ORIGINS=%j",
    (origin) => {
      expect(() => settingsFrom([], { ALLOWED_ORIGINS: `http://a.example ${origin}` })).toThrow(
        `separated by blanks, not ${origin}`,
      );
    },
  );

  it("takes the highest port there is", () => {
    expect(settingsFrom([], { PORT: "65535" }).port).toBe(65_535);
  });

  it.for(["--frsh", "fresh", "--fresh=yes", "-f"])("refuses %s", (flag) => {
    expect(() => settingsFrom([flag], {})).toThrow(
      `--fresh, --no-demo, --journal, --lake and --bundled, not: ${flag}`,
    );
  });
});

describe("the data folder of a command", () => {
  const served = [
    { dataDir: "/a/.local", url: "http://127.0.0.1:3001" },
    { dataDir: "/b", url: "http://127.0.0.1:3000" },
  ];

  it("is the one that DATA_DIR names", async () => {
    const env = { DATA_DIR: "elsewhere" };
    expect(await commandFolder(env)).toEqual({ dataDir: resolve("elsewhere"), said: [] });
  });

  it("is the one that the server on PORT serves, and says so when it is not the usual one", () => {
    expect(chosenFolder("/a/.local", 3000, served)).toEqual({
      dataDir: "/b",
      said: ["working on /b, served at http://127.0.0.1:3000"],
    });
    expect(chosenFolder("/a/.local", 3001, served)).toEqual({ dataDir: "/a/.local", said: [] });
  });

  it("is the usual one where another port serves that, and nobody has PORT", () => {
    expect(chosenFolder("/a/.local", 4000, served)).toEqual({ dataDir: "/a/.local", said: [] });
  });

  it("is the usual one where nobody serves it, which is said, with those that are served", () => {
    expect(chosenFolder("/c/.local", 4000, served).said).toEqual([
      "working on /c/.local, which no server serves",
      "DATA_DIR=/a/.local is served at http://127.0.0.1:3001",
      "DATA_DIR=/b is served at http://127.0.0.1:3000",
    ]);
  });
});

describe("issue-key", () => {
  const longest = "a".repeat(64);
  const keyId = "0123456789abcdef";
  const NOW = new Date("2026-11-22T10:00:00Z");

  it.for([
    [`--account shop --scope full`, { account: "shop", scope: "full", mode: "live" }],
    [`--scope read-only --account Shop_1-b`, { account: "Shop_1-b", scope: "read-only" }],
    [`--account ${longest} --scope full --mode test`, { account: longest, mode: "test" }],
    [
      "--account shop --scope full --name Till --days 30",
      { name: "Till", expires_at: "2026-12-22T10:00:00.000Z" },
    ],
  ] as const)("%s", ([line, request]) => {
    expect(keyCommandFrom(line.split(" "), NOW)).toMatchObject({ action: "issue", request });
  });

  it.for(["rotate", "revoke"] as const)("--%s", (action) => {
    expect(keyCommandFrom([`--${action}`, keyId], NOW)).toEqual({ action, keyId });
  });

  it.for<[readonly string[]]>([
    [[]],
    [["--account", "shop"]],
    [["--scope", "full"]],
    [["--account", "shop", "--scope", "write"]],
    [["--account", "shop", "--scope", "full", "--mode", "prod"]],
    [["--account", "", "--scope", "full"]],
    [["--account", `${longest}a`, "--scope", "full"]],
    [["--account", "shop#1", "--scope", "full"]],
    [["--account", "shop\n", "--scope", "full"]],
    [["--account", "shöp", "--scope", "full"]],
    [["--account", "shop", "--scope", "full", "--frsh"]],
    [["--account", "shop", "--scope", "full", "more"]],
    [["--account", "shop", "--scope"]],
    [["--account", "shop", "--scope", "full", "--days", "0"]],
    [["--account", "shop", "--scope", "full", "--days", "soon"]],
    [["--account", "shop", "--scope", "full", "--name", ""]],
    [["--rotate", "short"]],
    [["--rotate", ""]],
    [["--rotate", keyId, "--account", "shop"]],
    [["--rotate", keyId, "--revoke", keyId]],
  ])("refuses %j with its usage", ([flags]) => {
    expect(() => keyCommandFrom(flags, NOW)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^.*usage: .*$/) }),
    );
  });
});

describe("verify-journal", () => {
  it.for<[string, readonly string[]]>([
    ["--account shop", ["1/1"]],
    ["--all --restored", ["1/1"]],
    ["--all --partition 2/4", ["2/4"]],
    ["--all --partitions 2 --resume state.json", ["1/2", "2/2"]],
  ])("%s", ([line, partitions]) => {
    const asked = journalCommandFrom(line.split(" "));
    expect(asked.partitions.map(({ number, of }) => `${number}/${of}`)).toEqual(partitions);
    expect(asked.account).toBe(line.includes("--account") ? "shop" : undefined);
    expect(asked.restored).toBe(line.includes("--restored"));
    expect(asked.resume).toBe(line.includes("--resume") ? "state.json" : undefined);
  });

  it.for<[readonly string[]]>([
    [[]],
    [["--account", "a", "--all"]],
    [["--everything"]],
    [["--all", "--partition", "17/16"]],
    [["--all", "--partition", "1/16", "--partitions", "16"]],
  ])("refuses %j with its usage", ([flags]) => {
    expect(() => journalCommandFrom(flags)).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringMatching(/^usage: npm run --silent verify-journal/),
      }),
    );
  });
});
