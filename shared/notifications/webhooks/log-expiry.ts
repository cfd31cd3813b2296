/** How long the log of deliveries goes back, and a message waits to be handed on. */
const LOG_DAYS = 30;

const DAY_SECONDS = 86_400;

/** When what is noted today is forgotten, in epoch seconds. */
export const logExpiry = (now: Date): number =>
  Math.floor(now.getTime() / 1000) + LOG_DAYS * DAY_SECONDS;
