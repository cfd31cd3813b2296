import { inject } from "vitest";

// Before any test file is imported: shared/store reads it at import.
Object.assign(process.env, inject("stack").env);
