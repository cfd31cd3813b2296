import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, inject, it } from "vitest";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { startReceiver } from "../../stack/receiver.ts";
import { newSeller } from "../../stack/seller.ts";

const PROGRAM = fileURLToPath(new URL("../../../client/src/cli/main.ts", import.meta.url));

/** Starts `vat` as its package does, with a key of the account. */
function started(key: string, ...args: string[]) {
  const env = { PATH: process.env["PATH"], EU_VAT_URL: inject("stack").url, EU_VAT_KEY: key };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => (await lines.next()).value ?? "";
  const ended = once(child, "close").then(([code]) => ({ code, stderr }));
  return { child, line, ended };
}

/** Runs `vat` to its end. */
async function ran(key: string, ...args: string[]) {
  const { line, ended } = started(key, ...args);
  const said: string[] = [];
  for (let next = await line(); next !== ""; next = await line()) said.push(next);
  return { ...(await ended), stdout: said.join("\n") };
}

const sample = (name: string) =>
  fileURLToPath(new URL(`../../imports/samples/${name}`, import.meta.url));

let shop: Account;
beforeAll(async () => {
  shop = await newAccount("commands");
});

it("vat listen posts each message, signed, to a local address, and leaves no webhook behind", async () => {
  const receiver = await startReceiver();
  const { child, line, ended } = started(shop.full, "listen", "--to", receiver.url);
  const secret = (await line()).replace("secret: ", "");
  noteSecrets([secret.replace("whsec_", "")]);
  const list = async () =>
    (await call<{ items: { id: string }[] }>(shop.full, "GET", "/v1/webhooks")).body.items;
  const [webhook] = await list();
  const test = () => call<{ id: string }>(shop.full, "POST", `/v1/webhooks/${webhook?.id}/test`);
  const { body } = await test();
  expect(await line()).toBe(`webhook.test ${body.id}: 204`);
  const [{ headers, body: text } = { headers: {}, body: "" }] = receiver.received;
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({
    type: "webhook.test",
  });
  // Whoever restarts a receiver sees what did not arrive, and what comes next does.
  await receiver.close();
  const { body: second } = await test();
  expect(await line()).toMatch(new RegExp(`^webhook.test ${second.id}: no answer: .*ECONNREFUSED`));
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 0, stderr: "" });
  expect(await list()).toEqual([]);
});

it("vat import says what became of the rows, and changes nothing when it is repeated", async () => {
  const seller = await newSeller("DE");
  const settings = JSON.stringify({ dispatch_country: "DE" });
  const file = sample("woocommerce-orders.json");
  const flags = ["--source", "woo-eu", "--format", "woocommerce_json", "--settings", settings];
  const dry = await ran(seller.full, "import", file, ...flags, "--dry-run", "--json");
  expect(JSON.parse(dry.stdout)).toMatchObject({
    status: "checked",
    file_name: "woocommerce-orders.json",
  });
  const first = await ran(seller.full, "import", file, ...flags);
  expect({ ...first, stdout: first.stdout.split("\n").slice(0, 3) }).toMatchObject({
    code: 0,
    stdout: [expect.stringMatching(/^\S+ completed$/), "       10  rows", "        5  committed"],
  });
  const again = await ran(seller.full, "import", file, ...flags, "--json");
  expect(JSON.parse(again.stdout).counts).toMatchObject({ committed: 0, duplicate: 5 });
});

it("vat calculate answers a price and stores nothing", async () => {
  const seller = await newSeller("DE");
  const request = JSON.stringify({
    country: "FR",
    currency: "EUR",
    tax_class_id: "standard",
    gross_amount_minor: 12_000,
    price_includes_vat: true,
    transaction_date: "2026-05-04",
    supply: { supply_kind: "goods", dispatch_country: "DE" },
  });
  const { code, stdout } = await ran(seller.full, "calculate", request);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ net_amount_minor: 10_000, vat_amount_minor: 2_000 });
});

it.for<[args: string[], code: number, said: RegExp]>([
  [[], 2, /^name a command\nusage: vat <command>/],
  [["send"], 2, /^there is no command send\n/],
  [["constructor"], 2, /^there is no command constructor\n/],
  [["listen"], 2, /^--to must be an address of this machine, such as /],
  [["listen", "--to", "http://example.com/x"], 2, /^--to must be .* or begin with https:\/\/\n/],
  [["open", "nonsense"], 2, /^there is no page nonsense: name one of overview, period, /],
  [["open", "overview", "imports"], 2, /^imports is an argument too many\n/],
  [["listen", "--to", "http://127.0.0.1:9", "rates.changed"], 2, /^rates.changed is an argument/],
  [["listen", "--to", "http://127.0.0.1:9", "--events", "period.opened"], 2, /not period.opened/],
  [["listen", "--port", "9"], 2, /^Unknown option '--port'/],
  [
    ["import", "nowhere.csv", "--source", "a", "--format", "events_csv"],
    2,
    /^nowhere.csv cannot be read\n/,
  ],
  [["import", sample("woocommerce-orders.json")], 2, /^name one file, its source and its format\n/],
  [["import", sample("woocommerce-orders.json"), "--source", "a", "--format", "woo"], 1, /format/],
  [["calculate", "[]"], 2, /^there is no file \[\]\n/],
  [["calculate", "{"], 2, /^the request must be a JSON object/],
  [["calculate", "{}"], 1, /required/],
])("vat %j exits with %i and says why", async ([args, code, said]) => {
  const result = await ran(shop.full, ...args);
  expect(result).toMatchObject({ code, stderr: expect.stringMatching(said) });
});

it.for([["--help"], ["help"], ["listen", "--help"]])("vat %j shows the commands", async (args) => {
  const { code, stdout } = await ran(shop.full, ...args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^usage: vat <command>\n {2}vat listen --to /);
});

it("a wrong key is refused in words", async () => {
  const { code, stderr } = await ran("vat_live_wrong", "calculate", "{}");
  expect(code).toBe(1);
  expect(stderr).toMatch(/key/i);
});
