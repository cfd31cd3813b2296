import * as z from "zod";
import { DomainError, notFound } from "../core/errors/errors.ts";
import { answeredFields, withNulls } from "../core/input/answered-fields.ts";
import { KnownCurrency, Name } from "../core/input/fields.ts";
import { loadedListQuery, NextCursor, wholeListQuery } from "../core/input/pagination.ts";
import { toIsoCode } from "../vat/reference-data/member-states.ts";
import {
  COUNTRY_RULE,
  CurrencyCode,
  isCountry,
  notACountry,
} from "../vat/reference-data/schema.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../vat/schemes/event-fields.ts";
import { CHANNEL_TYPES } from "./channel-types.ts";

/** Maximum number of source profiles of an account, including archived ones. */
export const MAX_PROFILES = 100;

const ChannelType = z.enum(CHANNEL_TYPES);

/** A country as ISO 3166-1: source profiles write Greece as GR and accept EL. */
const IsoCountry = z
  .string()
  .refine(isCountry, { error: notACountry(COUNTRY_RULE) })
  .transform(toIsoCode)
  .meta({
    id: "IsoCountry",
    description: "A country, ISO 3166-1 alpha-2; Greece is GR (EL is understood), XI is a country",
    examples: ["DE"],
  });

/** The reading of files that are put into the drop folder of a source. */
const DropFolder = z
  .strictObject({
    format: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/, "must be the name of an import format")
      .nullable()
      .optional()
      .describe(
        "Import format of the files; recognised from their first bytes when null or left out",
      ),
    settings: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("Settings of the import format, as `POST /v1/imports` takes them"),
    on_conflict: z
      .enum(["ask", "adjust"])
      .default("ask")
      .describe("Handling of an edited order, as `POST /v1/imports` takes it"),
  })
  .meta({ id: "DropFolder" });

const optionalFields = {
  platform: Name.optional(),
  default_country: IsoCountry.optional(),
  default_currency: CurrencyCode.optional(),
  supplier_establishment_country: IsoCountry.optional(),
  dispatch_country: IsoCountry.optional(),
  drop_folder: DropFolder.optional(),
};

/** Body of POST /v1/sources. */
export const SourceRequest = z
  .strictObject({
    source_key: z
      .string()
      .regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE)
      .describe(
        "Raw source tag that the profile describes; no personal data, secrets or per-order values",
      ),
    display_name: Name,
    channel_type: ChannelType,
    ...optionalFields,
    marketplace_deemed_supplier: z.boolean().default(false),
    active: z.boolean().default(true),
  })
  .meta({ id: "SourceRequest" });
export type SourceRequest = z.output<typeof SourceRequest>;

/** An optional field of a PATCH. An empty string clears the field; null leaves it unchanged. */
const patched = <T extends z.ZodType>(field: T) =>
  z.union([z.literal(""), z.null(), field]).optional();

/** Body of PATCH /v1/sources/{id}. It has no `source_key`, which cannot be changed. */
export const SourcePatch = z
  .strictObject({
    display_name: Name.nullable().optional(),
    channel_type: ChannelType.nullable().optional(),
    platform: patched(Name),
    default_country: patched(IsoCountry),
    default_currency: patched(CurrencyCode),
    supplier_establishment_country: patched(IsoCountry),
    dispatch_country: patched(IsoCountry),
    drop_folder: patched(DropFolder),
    marketplace_deemed_supplier: z.boolean().nullable().optional(),
    active: z.boolean().nullable().optional(),
  })
  .meta({ id: "SourcePatch" });
export type SourcePatch = z.output<typeof SourcePatch>;

/** A source profile as stored; unset fields are absent. */
export const SourceProfile = z.strictObject({
  id: z.int().positive(),
  source_key: z.string(),
  display_name: z.string(),
  channel_type: ChannelType,
  platform: z.string().optional(),
  default_country: z.string().optional(),
  default_currency: KnownCurrency.optional(),
  supplier_establishment_country: z.string().optional(),
  dispatch_country: z.string().optional(),
  drop_folder: DropFolder.optional(),
  marketplace_deemed_supplier: z.boolean(),
  active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type SourceProfile = z.output<typeof SourceProfile>;

/** A source profile in answers. The specification leaves its own unset fields out; the drop folder is an addition. */
export const SourceView = SourceProfile.extend({
  drop_folder: z
    .strictObject(answeredFields(DropFolder.shape))
    .meta({ id: "DropFolderView" })
    .nullable(),
}).meta({ id: "SourceProfile" });

export const sourceView = ({
  drop_folder,
  ...profile
}: SourceProfile): z.output<typeof SourceView> => ({
  ...profile,
  drop_folder: drop_folder ? withNulls(DropFolder.shape, drop_folder) : null,
});

export const SOURCE_LIST = "sources";

export const SourceListQuery = wholeListQuery(SOURCE_LIST);

export const SourceList = z
  .strictObject({
    items: z.array(SourceView),
    next_cursor: NextCursor,
    activeCount: z.int().min(0),
    maxProfiles: z.int().positive(),
  })
  .meta({ id: "SourceList" });

/** The id in a path. A text that is no id becomes 0, which no profile has, as ids count from 1. */
export const SourcePath = z.strictObject({
  id: z.string().transform((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)),
});

/** All source profiles of an account, written as one item, so that no key is used twice. */
export type Sources = {
  readonly version: number;
  readonly last_id: number;
  readonly items: readonly SourceProfile[];
};

export const NO_SOURCES: Sources = { version: 0, last_id: 0, items: [] };

/**
 * Adds a profile to the end of `all`.
 * @throws DomainError `source_key_taken`, `source_limit_reached`
 */
export function addSource(all: Sources, request: SourceRequest, now: Date): Sources {
  if (all.items.some((item) => item.source_key === request.source_key)) {
    throw new DomainError("source_key_taken", `${request.source_key} has a profile already`);
  }
  if (all.items.length >= MAX_PROFILES) {
    const message = `an account has at most ${MAX_PROFILES} source profiles, archived ones included`;
    throw new DomainError("source_limit_reached", message);
  }
  const id = all.last_id + 1;
  const at = now.toISOString();
  const added = { id, ...request, created_at: at, updated_at: at };
  return { ...all, last_id: id, items: [...all.items, added] };
}

/**
 * Changes the profile `id`. A patch that changes nothing returns `all` itself.
 * @throws DomainError `not_found`
 */
export function changeSource(all: Sources, id: number, patch: SourcePatch, now: Date): Sources {
  const present = sourceWithId(all, id);
  const given = Object.entries(patch).filter(([, value]) => value !== undefined && value !== null);
  const merged = Object.entries({ ...present, ...Object.fromEntries(given) });
  const changed = Object.fromEntries(merged.filter(([, value]) => value !== "")) as SourceProfile;
  if (isSame(present, changed)) return all;
  const updated = { ...changed, updated_at: now.toISOString() };
  return { ...all, items: all.items.map((item) => (item === present ? updated : item)) };
}

/**
 * Returns the profile with an id.
 * @throws DomainError `not_found` when the account has no such profile.
 */
export function sourceWithId(all: Sources, id: number): SourceProfile {
  const found = all.items.find((item) => item.id === id);
  if (!found) throw notFound("source profile");
  return found;
}

const isSame = (one: object, other: object): boolean => {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort());
  return text(one) === text(other);
};

/** Replaces the names of sources by their keys, which hold no personal data. */
export function withoutNames(sources: Sources): Sources {
  const named = sources.items.filter(isNamed);
  if (named.length === 0) return sources;
  return {
    ...sources,
    items: sources.items.map(({ platform, ...source }) => ({
      ...source,
      display_name: source.source_key,
    })),
  };
}

const isNamed = ({ display_name, platform, source_key }: Sources["items"][number]): boolean =>
  display_name !== source_key || platform !== undefined;

/** The statistics of a raw source tag. Days are those on which the tag was received (UTC). */
export const SourceTag = z.object({
  source_id: z.string(),
  transaction_count: z.int().min(0),
  first_seen: z.iso.date(),
  last_seen: z.iso.date(),
});
export type SourceTag = z.output<typeof SourceTag>;

export const UNKNOWN_SOURCE_LIST = "unknown-sources";

export const UnknownSourceListQuery = loadedListQuery(UNKNOWN_SOURCE_LIST);

export const UnknownSourceList = z
  .strictObject({ items: z.array(z.strictObject(SourceTag.shape)), next_cursor: NextCursor })
  .meta({ id: "UnknownSourceList" });

export function mergeTags(shards: readonly SourceTag[]): SourceTag[] {
  return [...Map.groupBy(shards, (shard) => shard.source_id)].map(([source_id, parts]) => ({
    source_id,
    transaction_count: parts.reduce((sum, part) => sum + part.transaction_count, 0),
    first_seen: parts.map((part) => part.first_seen).sort()[0] as string,
    last_seen: parts
      .map((part) => part.last_seen)
      .sort()
      .at(-1) as string,
  }));
}

/** Returns the tags without a profile, the most recently seen first. A tag with an archived profile counts as known. */
export function unknownTags(tags: readonly SourceTag[], sources: Sources) {
  const known = new Set(sources.items.map((item) => item.source_key));
  return tags
    .filter((tag) => !known.has(tag.source_id))
    .sort((a, b) => compare(b.last_seen, a.last_seen) || compare(a.source_id, b.source_id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
