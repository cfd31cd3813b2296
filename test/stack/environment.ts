import { inject } from "vitest";
import { keepOwnLog } from "./worker-log.ts";

// Before any test file is imported: shared/store reads it at import.
Object.assign(process.env, inject("stack").env);
keepOwnLog();
