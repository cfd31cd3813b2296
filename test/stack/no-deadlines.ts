import { CALL_TIMEOUTS } from "../../shared/platform/calls.ts";

/*
 * Preloaded (`node --import`), it lets no call of a process end by a deadline: on a busy machine the engine may take
 * longer than the seconds that the product gives it. Zero turns a timeout of the SDK off.
 */
AbortSignal.timeout = () => new AbortController().signal;
Object.assign(CALL_TIMEOUTS, { connectionTimeout: 0, requestTimeout: 0 });
