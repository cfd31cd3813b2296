/**
 * What the log is told of an error: name, message and stack, and those of its cause. No other field:
 * an error of the SDK carries the request, and one of zod what it was given.
 */
export const describeError = (error: unknown): object =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
      }
    : { name: "unknown", message: String(error) };
