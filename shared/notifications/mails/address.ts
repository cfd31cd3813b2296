import { sha256Of } from "../../core/hash.ts";

/** Returns the hash of an address. Letters of both cases are one address, as mail servers of practice treat them. */
export const addressHash = (address: string): string => sha256Of(address.toLowerCase());
