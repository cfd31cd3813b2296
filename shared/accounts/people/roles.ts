import * as z from "zod";
import { ROLES } from "./role-order.ts";

/**
 * A role: `viewer` reads; `preparer` also imports, commits and decides; `approver` also locks, makes files and records
 * filings; `owner` also manages members, keys and settings.
 */
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;
