import type { SentEvent } from "../make/supply-event.ts";
import {
  bookedOnArrival,
  exclusionOf,
  isSale,
  isTooLate,
  lacksPlace,
  linkOf,
  periodOf,
  schemeByFacts,
} from "./findings.ts";
import { type Frozen, lockOf } from "./lock-answer.ts";
import { hasOpenExclusions, hasUnregistered, makersOf, quarterReturn } from "./quarter-return.ts";
import {
  type Booked,
  lastDayOf,
  type Profile,
  type QuarterScheme,
  type Registered,
  ratesOf,
  recordName,
  type Status,
  type World,
} from "./world.ts";

/** What the service is to answer: a status, and the fields of the body that the model knows. */
export type Expected = { readonly status: number; readonly body: object };

const refused = (status: number, error: string): Expected => ({ status, body: { error } });

export type RegistrationFields = Omit<Registered, "id">;
export type RegistrationPatch = Partial<Omit<Registered, "id" | "scheme_type">>;

/** The return as it was frozen, and what the service said of it then. */
export type Locked = Frozen & {
  /** The id of the registration that made it. */
  readonly registration: number;
  shown?: object;
  filed?: object;
  /** Its return declared changes of other locked ones. */
  hasLate?: boolean;
};

/**
 * The whole service for one account, as small as it can be told. It keeps what was said to it, in
 * lists, and works everything out anew whenever it is asked.
 */
export class ReferenceModel {
  readonly world: World;
  readonly locks: Locked[] = [];

  constructor(profile: Profile) {
    this.world = {
      profile,
      published: new Map(),
      events: [],
      registrations: [],
      recorded: new Map(),
    };
  }

  find(id: string): Booked | undefined {
    return this.world.events.find(({ given }) => given.event_id === id);
  }

  commit(events: readonly SentEvent[]): Expected {
    const known = new Map(this.world.events.map(({ given }) => [given.event_id, textOf(given)]));
    for (const given of events) {
      const text = known.get(given.event_id) ?? textOf(given);
      if (text !== textOf(given)) return refused(409, "event_conflict");
      known.set(given.event_id, text);
    }
    const statuses = events.map((given) => this.#book(given));
    return {
      status: 200,
      body: { items: events.map((given, n) => this.#item(given, statuses[n])) },
    };
  }

  #book(given: SentEvent): "committed" | "duplicate" {
    if (this.find(given.event_id)) return "duplicate";
    this.world.events.push(bookedOnArrival(given, this.world.profile));
    return "committed";
  }

  #item({ event_id }: SentEvent, status: string | undefined) {
    const event = this.find(event_id) as Booked;
    return {
      event_id,
      status,
      classification_status: event.status,
      period: periodOf(event),
      link_status: linkOf(this.world, event).status,
    };
  }

  shown(id: string): Expected {
    const event = this.find(id);
    if (!event) return refused(404, "not_found");
    const { status, ...item } = this.#item(event.given, undefined);
    const code = exclusionOf(this.world, event) ?? null;
    // The model does not know which return declared the sale, and so not whether the correction goes directly.
    const isOfReturn = code === null && isTooLate(this.world, event);
    return { status: 200, body: isOfReturn ? item : { ...item, exclusion_code: code } };
  }

  reclassify(id: string, to: Status): Expected {
    const event = this.find(id);
    if (!event) return refused(404, "not_found");
    const blind = to === "classified" && event.status !== to && isSale(event) && lacksPlace(event);
    if (blind) return refused(400, "invalid_request");
    event.status = to;
    if (to === "classified") event.scheme = schemeByFacts(event.given, this.world.profile);
    return this.shown(id);
  }

  register(fields: RegistrationFields): Expected {
    const id = this.world.registrations.length + 1;
    return this.#write({ id, ...fields }, 201);
  }

  changeRegistration(id: number, patch: RegistrationPatch): Expected {
    const present = this.world.registrations.find((row) => row.id === id);
    if (!present) return refused(404, "not_found");
    const { member_state_identification: state = present.member_state_identification } = patch;
    const isLocked = this.locks.some(({ registration }) => registration === id);
    if (isLocked && state !== present.member_state_identification) {
      return refused(409, "registration_locked");
    }
    const { effective_to = present.effective_to, ...rest } = patch;
    return this.#write({ ...present, ...rest, effective_to: effective_to || undefined }, 200);
  }

  #write(row: Registered, status: number): Expected {
    const { effective_from, effective_to } = row;
    const isEndless = row.status === "ended" && effective_to === undefined;
    const isReversed = effective_to !== undefined && effective_to < effective_from;
    const { scheme_type, member_state_identification: state } = row;
    const isForGoodsAlone = scheme_type === "non_union_oss" && state === "XI";
    if (isEndless || isReversed || isForGoodsAlone) return refused(400, "invalid_request");
    const others = this.world.registrations.filter(({ id }) => id !== row.id);
    if (row.status !== "excluded" && others.some((other) => collide(row, other))) {
      return refused(409, "registration_overlap");
    }
    this.world.registrations.splice(row.id - 1, 1, row);
    const shown = { ...row, vat_registration_number_warning: null };
    return { status, body: JSON.parse(JSON.stringify(shown)) };
  }

  correctRate(day: string, currency: string, rate: string): void {
    const rates = this.world.published.get(day) ?? new Map<string, string>();
    this.world.published.set(day, rates.set(currency, rate));
  }

  /** Of a quarter: one, or two where a registration follows another. */
  locksOf(scheme: QuarterScheme, quarter: string): Locked[] {
    return this.locks.filter(
      ({ frozen }) => frozen.scheme_type === scheme && frozen.period_key === quarter,
    );
  }

  lock({ scheme, quarter, id }: Chosen): Expected {
    const makers = makersOf(this.world, scheme, quarter).map((row) => row.id);
    const [only, ...more] = makers;
    const asked = id ?? (more.length > 0 ? undefined : only);
    // Beside another lock there is room only while the registration of that one makes a return, too.
    const isTaken = this.locksOf(scheme, quarter).some(
      ({ registration }) => registration === asked || !makers.includes(registration),
    );
    if (isTaken) return refused(409, "period_already_locked");
    if (lastDayOf(quarter) >= new Date().toISOString()) return refused(409, "period_not_ended");
    const frozen = quarterReturn(this.world, scheme, quarter, id);
    if (typeof frozen === "string") return refused(422, frozen);
    const registration = asked as number;
    const lock = {
      frozen,
      registration,
      hasOpenExclusions: hasOpenExclusions(this.world, scheme, quarter, id),
      hasUnregistered: hasUnregistered(this.world, scheme, quarter),
    };
    this.locks.push(lock);
    const name = recordName(scheme, quarter);
    const recorded = new Map(this.world.recorded.get(name));
    this.world.recorded.set(name, recorded.set(registration, ratesOf(this.world, quarter)));
    return { status: 201, body: lockOf(lock) };
  }

  /** The lock that is meant, or the refusal. */
  requestedLock({ scheme, quarter, id }: Chosen): Locked | Expected {
    const locks = this.locksOf(scheme, quarter);
    const [lock, ...more] = locks.filter((lock) => id === undefined || lock.registration === id);
    if (!lock) return refused(409, "period_not_locked");
    return more.length > 0 ? refused(422, "registration_conflict") : lock;
  }

  file(chosen: Chosen, filing: Filing): Expected {
    const lock = this.requestedLock(chosen);
    if ("status" in lock) return lock;
    lock.filed ??= filing;
    const known = lock.hasLate ? {} : lockOf(lock);
    return { status: 200, body: { ...known, status: "filed", filed: lock.filed } };
  }
}

/** A quarter's return, and which of two is meant. */
export type Chosen = {
  readonly scheme: QuarterScheme;
  readonly quarter: string;
  readonly id?: number | undefined;
};

type Filing = { readonly filing_reference: string; readonly filed_at: string };

/** Equal content is sent with equal text here. */
const textOf = (given: SentEvent): string => JSON.stringify(given);

const collide = (a: Registered, b: Registered): boolean =>
  a.scheme_type === b.scheme_type &&
  b.status !== "excluded" &&
  (a.effective_to === undefined || b.effective_from <= a.effective_to) &&
  (b.effective_to === undefined || a.effective_from <= b.effective_to);
