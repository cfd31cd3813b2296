import { setTimeout as wait } from "node:timers/promises";
import { Dice } from "../../../../scripts/demo/dice.ts";
import { type IsoDate, periodNamed } from "../../../../shared/core/calendar/dates.ts";
import { accountOf, type LedgerId } from "../../../../shared/core/ids.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { callAt } from "../../../stack/api.ts";
import { noteSecrets, secretOf } from "../../../stack/kept-logs.ts";
import type { SignedIn } from "../../../stack/people.ts";

const HOUR = 3_600_000;
const QUARTERS = ["2025-Q1", "2025-Q2", "2025-Q3", "2025-Q4"] as const;
const FILED_ELSEWHERE = ["2023-Q1", "2023-Q2"] as const;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Shown = Readonly<Record<string, unknown>>;

/** An account of an organisation, a key of it, and its first owner. */
type Begun = {
  readonly account: LedgerId;
  readonly full: string;
  readonly owner: SignedIn;
  readonly organisation: string;
};

/** A business that does at random what the document offers, as an honest caller does. */
export class Business {
  readonly account: LedgerId;
  readonly dice: Dice;
  /** Accepted operations, by name. */
  readonly done = new Map<string, number>();
  #url: string;
  #key: string;
  #events: string[] = [];
  #keys: string[] = [];
  #webhooks: string[] = [];
  #imports: string[] = [];
  #opened: string | undefined;
  #connections: string[] = [];
  #members: SignedIn[] = [];
  readonly #owner: SignedIn;
  readonly #organisation: string;
  #count = 0;

  private constructor(url: string, { account, full, owner, organisation }: Begun, seed: string) {
    this.account = account;
    this.#url = url;
    this.#key = full;
    this.#owner = owner;
    this.#organisation = organisation;
    this.dice = new Dice(seed);
  }

  /** A new business in the Union scheme, with a profile. */
  static async begin(url: string, seed: string): Promise<Business> {
    const { newPerson, newPractice } = await import("../../../stack/people.ts");
    const owner = await newPerson("owner");
    const { id: organisation, account } = await newPractice(owner);
    const asked = { name: "first", scope: "full" };
    const at = owner.at(account);
    const made = await callAt<Shown>(url, undefined, "POST", "/v1/api-keys", asked, at);
    const full = String(made.body["api_key"]);
    noteSecrets([secretOf(full)]);
    const business = new Business(url, { account, full, owner, organisation }, seed);
    await business.#ask("PUT", "/v1/account", { establishment_country: "SE" });
    await business.#register("union_oss", "2021-07-01");
    return business;
  }

  /** Makes a call; a refusal changes nothing and is answered as undefined. */
  async #ask(method: Method, path: string, body?: unknown): Promise<Shown | undefined> {
    const answer = await callAt<Shown>(this.#url, this.#key, method, path, body);
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.status < 400 ? answer.body : undefined;
  }

  /** Makes a call of the owner, or of another person. */
  async #askAs({ session }: SignedIn, method: Method, path: string, body?: unknown) {
    const answer = await callAt<Shown>(this.#url, undefined, method, path, body, session);
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.status < 400 ? answer.body : undefined;
  }

  #ofOrganisation = (method: Method, path: string, body?: unknown) =>
    this.#askAs(this.#owner, method, `/v1/organisations/${this.#organisation}/${path}`, body);

  /** Carries out one operation by its name, and notes whether it was accepted. */
  async act(name: (typeof OPERATIONS)[number][0]): Promise<void> {
    const isDone = await this[name]();
    if (isDone) this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  #new = (kind: string): string => `${kind}-${++this.#count}`;

  #any(ids: readonly string[]): string | undefined {
    return ids.length > 0 ? ids[this.dice.whole(0, ids.length - 1)] : undefined;
  }

  #quarter() {
    const key = QUARTERS[this.dice.whole(0, QUARTERS.length - 1)] ?? QUARTERS[0];
    const period = periodNamed(key);
    if (!period) throw new Error(`no period ${key}`);
    return period;
  }

  /** Registers for imports, from a day on that may cut a month. */
  register = () => this.#register("ioss", this.dice.dayIn(this.#quarter()));

  #register(scheme_type: "union_oss" | "ioss", effective_from: string) {
    const registration = { member_state_identification: "SE", status: "active" };
    return this.#ask("POST", "/v1/tax-registrations", {
      ...registration,
      scheme_type,
      effective_from,
    });
  }

  async commit() {
    const event_id = this.#new("sale");
    const original = this.#any(this.#events);
    const refund = {
      event_id: this.#new("refund"),
      supply_date: "2025-12-20" as IsoDate,
      original_event_id: original ?? "not-yet",
    };
    const sale = makeSale({
      ...{ event_id, supply_date: this.dice.dayIn(this.#quarter()), description: "for Ada" },
      ...(this.dice.chance(0.2) ? { currency: "PLN" } : {}),
      ...(this.dice.chance(0.2) ? { customer_type: "b2b" as const } : {}),
    });
    const events = this.dice.chance(0.3) ? [sale, makeRefund(refund)] : [sale];
    const done = await this.#ask("POST", "/v1/supply-events", { events });
    if (done) this.#events.push(event_id);
    return done;
  }

  async classify() {
    const to = this.dice.chance(0.5) ? "excluded" : "classified";
    const id = this.#any(this.#events);
    const body = { classification_status: to, note: "looked at" };
    return id ? this.#ask("POST", `/v1/supply-events/${id}/classification`, body) : undefined;
  }

  async calculate() {
    const made = await this.#ask("POST", "/v1/vat/calculate", {
      ...{ country: "DE", currency: "EUR", tax_class_id: "standard", price_includes_vat: true },
      ...{ gross_amount_minor: 11_900, transaction_date: "2025-08-01" },
    });
    const path = `/v1/transactions/${String(made?.["transaction_id"])}/commit`;
    const order = { event_id: this.#new("order"), event_type: "sale" };
    return (
      made && this.#ask("POST", path, { ...order, supply_kind: "goods", dispatch_country: "SE" })
    );
  }

  async makeKey() {
    const hours = this.dice.whole(1, 2_000);
    const made = await this.#ask("POST", "/v1/api-keys", {
      ...{ name: this.#new("key"), scope: this.dice.chance(0.5) ? "full" : "read-only" },
      ...(this.dice.chance(0.3) ? { mode: "test" } : {}),
      ...(this.dice.chance(0.6)
        ? { expires_at: new Date(Date.now() + hours * HOUR).toISOString() }
        : {}),
    });
    return this.#note(made);
  }

  #note(made: Shown | undefined) {
    if (!made) return undefined;
    noteSecrets([secretOf(String(made["api_key"]))]);
    this.#keys.push(String(made["id"]));
    return made;
  }

  /** Every key but the one that the business uses. */
  #others = () => this.#keys.filter((one) => !this.#key.includes(one));

  async rotateKey() {
    const id = this.#any(this.#others());
    const path = `/v1/api-keys/${id}/rotate`;
    const overlap_hours = this.dice.whole(0, 48);
    return id ? this.#note(await this.#ask("POST", path, { overlap_hours })) : undefined;
  }

  /** The business goes on with the successor of its own key; the old one may stop itself. */
  async rotateOwnKey() {
    const old = this.#key;
    const path = (key: string) => `/v1/api-keys/${key.split("_")[2]}`;
    const made = this.#note(
      await this.#ask("POST", `${path(old)}/rotate`, { overlap_hours: this.dice.whole(1, 48) }),
    );
    if (!made) return undefined;
    if (this.dice.chance(0.5)) await this.#ask("DELETE", path(old));
    this.#key = String(made["api_key"]);
    return made;
  }

  async stopKey() {
    const id = this.#any(this.#others());
    return id ? this.#ask("DELETE", `/v1/api-keys/${id}`) : undefined;
  }

  async open() {
    const period = this.#any(FILED_ELSEWHERE);
    const states = [
      {
        member_state_of_consumption: "FR",
        taxable_amount_minor: 10_000,
        vat_amount_minor: this.dice.whole(1, 3) * 1_000,
      },
    ];
    const body = { currency: "EUR", filed_at: "2023-12-20", member_states: states };
    const opened = await this.#ask("POST", `/v1/returns/union-oss/${period}/opening`, body);
    if (opened) this.#opened = period;
    return opened;
  }

  async withdraw() {
    return this.#ask("POST", `/v1/returns/union-oss/${this.#opened}/opening/withdrawal`);
  }

  async lock() {
    const { key } = this.#quarter();
    const path = "/v1/reports/locked-return-periods/union-oss";
    const locked = await this.#ask("POST", `${path}?period=${key}`);
    if (locked && this.dice.chance(0.5)) await this.#ask("POST", `${path}/filed?period=${key}`);
    return locked;
  }

  async move() {
    const establishment_country = this.dice.chance(0.5) ? "DE" : "SE";
    const valid_from = this.dice.dayIn(this.#quarter());
    return this.#ask("PUT", "/v1/account", { establishment_country, valid_from });
  }

  async recount() {
    const { settleRecount } = await import("../../../stack/settle.ts");
    await settleRecount(this.account);
    return {};
  }

  async addSource() {
    const source_key = this.#new("shop");
    const source = { source_key, display_name: "Shop", channel_type: "owned_store" };
    return this.#ask("POST", "/v1/sources", source);
  }

  async addWebhook() {
    const url = `https://shop.example/${this.#new("hook")}/SECRET`;
    const made = await this.#ask("POST", "/v1/webhooks", { url, events: ["period.locked"] });
    if (!made) return undefined;
    noteSecrets([String(made["secret"]).replace("whsec_", "")]);
    this.#webhooks.push(String(made["id"]));
    return made;
  }

  async changeWebhook() {
    const path = `/v1/webhooks/${this.#any(this.#webhooks)}`;
    if (this.#webhooks.length === 0) return undefined;
    if (this.dice.chance(0.3)) return this.#ask("DELETE", path);
    if (this.dice.chance(0.3)) return this.#ask("POST", `${path}/test`);
    if (this.dice.chance(0.5)) {
      const made = await this.#ask("POST", `${path}/rotate-secret`);
      if (made) noteSecrets([String(made["secret"]).replace("whsec_", "")]);
      return made;
    }
    return this.#ask("PATCH", path, { url: `https://other.example/${this.#new("hook")}` });
  }

  async writeRecords() {
    const range = { from: "2025-01-01", to: "2025-12-31" };
    const asked = await this.#ask("POST", "/v1/records", range);
    const { settleRecords } = await import("../../../stack/settle.ts");
    await settleRecords(this.account);
    return asked;
  }

  async importFile() {
    const day = this.dice.dayIn(this.#quarter());
    const sale = makeSale({ event_id: this.#new("file"), supply_date: day });
    const bytes = Buffer.from(`${JSON.stringify(sale)}\n`);
    const asked = { format: "events_ndjson", source_id: "erp", size_bytes: bytes.length };
    const created = await this.#ask("POST", "/v1/imports", asked);
    if (!created) return undefined;
    const { url, headers } = created["upload"] as { url: string; headers: Record<string, string> };
    await fetch(url, { method: "PUT", headers, body: bytes });
    const id = String(created["id"]);
    const over = await this.#over(id, "start", {});
    if (over) this.#imports.push(id);
    return over;
  }

  async undoImport() {
    const id = this.#any(this.#imports);
    return id ? this.#over(id, "undo") : undefined;
  }

  async #over(id: string, verb: string, body?: object) {
    let view = await this.#ask("POST", `/v1/imports/${id}/${verb}`, body);
    const began = view;
    for (; view && view["finished_at"] === null; await wait(10)) {
      view = await this.#ask("GET", `/v1/imports/${id}`);
    }
    return began;
  }

  /** A person is invited, and most of them come. */
  async inviteMember() {
    const role = this.dice.chance(0.5) ? "viewer" : "owner";
    const made = await this.#ofOrganisation("POST", "members", { role });
    if (!made || this.dice.chance(0.2)) return made;
    if (this.dice.chance(0.2)) {
      return this.#ofOrganisation("DELETE", `invitations/${String(made["id"])}`);
    }
    const { newPerson } = await import("../../../stack/people.ts");
    const person = await newPerson("member");
    const { token } = made;
    const joined = await this.#askAs(person, "POST", "/v1/invitations/accept", { token });
    if (joined) this.#members.push(person);
    return joined;
  }

  async changeMember() {
    const member = this.#members[this.dice.whole(0, Math.max(0, this.#members.length - 1))];
    if (!member) return undefined;
    const path = `members/${member.id}`;
    if (this.dice.chance(0.3)) return this.#ofOrganisation("DELETE", path);
    const role = this.dice.chance(0.5) ? "approver" : "owner";
    return this.#ofOrganisation("PATCH", path, { role });
  }

  addClient() {
    return this.#ofOrganisation("POST", "accounts", { name: this.#new("client") });
  }

  /** Somebody signs in again, and the issuer says another address. */
  async signIn() {
    const { noteSignIn } = await import("../../../../shared/accounts/people/store-sessions.ts");
    const subject = `${this.account}-${this.dice.whole(1, 2)}`;
    const email = `${this.dice.whole(1, 2)}@shop.example`;
    const identity = { issuer: "https://issuer.example", subject, email, email_verified: true };
    return { id: await noteSignIn(identity, new Date()) };
  }

  async pay() {
    const { key } = this.#quarter();
    const paid = { paid_on: "2026-01-20", amount_minor: this.dice.whole(1, 9_999) };
    await this.lock();
    return this.#ask("POST", `/v1/returns/union-oss/${key}/paid`, paid);
  }

  async connect() {
    const settings = { dispatch_country: "SE" };
    const shop = { kind: "woocommerce", source_id: this.#new("woo"), settings };
    const made = await this.#ask("POST", "/v1/connections", shop);
    if (made) this.#connections.push(String(made["id"]));
    return made;
  }

  async changeConnection() {
    const id = this.#any(this.#connections);
    const path = `/v1/connections/${id}`;
    if (!id) return undefined;
    if (this.dice.chance(0.2)) return this.#ask("DELETE", path);
    if (this.dice.chance(0.3)) {
      const made = await this.#ask("POST", `${path}/secret`);
      if (made) noteSecrets([String(made["secret"])]);
      return made;
    }
    const dispatch_country = this.dice.chance(0.5) ? "DE" : "SE";
    return this.#ask("PATCH", path, { settings: { dispatch_country } });
  }

  async publishRates() {
    const { storeEcbDays } = await import(
      "../../../../shared/vat/exchange-rates/store-exchange-rates.ts"
    );
    const day = this.dice.dayIn(this.#quarter());
    await storeEcbDays([{ day, rates: { PLN: `4.${this.dice.whole(200, 299)}` } }], new Date());
    return {};
  }

  async monitor() {
    const { monitorAccount } = await import(
      "../../../../shared/returns/overview/monitor-account.ts"
    );
    await monitorAccount(this.account, new Date(), async () => undefined);
    const listed = await this.#ask("GET", "/v1/notifications");
    for (const { id } of (listed?.["items"] ?? []) as readonly { id: string }[]) {
      await this.#ask("POST", `/v1/notifications/${id}/read`);
    }
    return listed;
  }

  async suspend() {
    await this.#operate("suspend");
    await this.commit();
    return this.#operate("resume");
  }

  /** The account ends: it can still be read, and its free text is erased. */
  async close() {
    await this.#operate("close");
    return this.#operate("erase-free-text");
  }

  async #operate(action: "suspend" | "resume" | "close" | "erase-free-text") {
    const { operateAccounts } = await import(
      "../../../../shared/operations/lifecycle/operate-accounts.ts"
    );
    return operateAccounts({ action, account: accountOf(this.account) }, new Date());
  }
}

/** The operations of a business with their weights, in the order of its first steps. It closes at the end of its history. */
export const OPERATIONS = [
  ["commit", 12],
  ["classify", 4],
  ["calculate", 2],
  ["makeKey", 3],
  ["rotateKey", 3],
  ["rotateOwnKey", 1],
  ["stopKey", 2],
  ["open", 4],
  ["withdraw", 3],
  ["lock", 2],
  ["register", 1],
  ["move", 1],
  ["recount", 2],
  ["addSource", 1],
  ["addWebhook", 1],
  ["changeWebhook", 2],
  ["writeRecords", 1],
  ["importFile", 2],
  ["undoImport", 1],
  ["publishRates", 1],
  ["monitor", 1],
  ["suspend", 1],
  ["inviteMember", 2],
  ["changeMember", 2],
  ["addClient", 1],
  ["signIn", 1],
  ["pay", 2],
  ["connect", 2],
  ["changeConnection", 3],
] as const;
