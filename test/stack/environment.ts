import fc from "fast-check";
import { inject } from "vitest";
import "../../scripts/local/unsigned-calls.ts";
import { putBack } from "./put-back.ts";
import { seedOf } from "./soak.ts";
import { keepOwnLog } from "./worker-log.ts";

// Before each test file is imported: shared/store reads it at import.
putBack(inject("stack").env);
// Otherwise each run would try other values, and one that fails could not be repeated.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf(20_261_122) });
keepOwnLog();
