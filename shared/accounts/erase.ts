import type { DatedProfile } from "../vat/seller/profile.ts";
import type { Sources } from "./sources.ts";

/** The profile without its name; where it was established decides about returns, and stays. */
export function withoutName(profile: DatedProfile): DatedProfile {
  const { display_name, ...rest } = profile;
  return display_name === undefined ? profile : rest;
}

/** Sources under their keys alone, which hold no personal data. */
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
