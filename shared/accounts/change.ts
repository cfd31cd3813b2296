import { DomainError, notFound } from "../core/errors/errors.ts";
import {
  MAX_PROFILES,
  type NewSource,
  type SourcePatch,
  type SourceProfile,
  type Sources,
} from "./sources.ts";

/**
 * `all` with one profile more, which comes last.
 * @throws DomainError `source_key_taken`, `source_limit_reached`
 */
export function addSource(all: Sources, request: NewSource, now: Date): Sources {
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
 * `all` with the profile `id` changed; a patch that changes nothing returns `all` itself.
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

/** @throws DomainError `not_found` when the account has no such profile. */
export function sourceWithId(all: Sources, id: number): SourceProfile {
  const found = all.items.find((item) => item.id === id);
  if (!found) throw notFound("source profile");
  return found;
}

const isSame = (one: object, other: object): boolean => {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort());
  return text(one) === text(other);
};
