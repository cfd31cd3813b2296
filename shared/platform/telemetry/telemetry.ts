import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics } from "@aws-lambda-powertools/metrics";
import { METRIC_NAMESPACE } from "./metric-names.ts";

/*
 * The one logger and the one collector of metrics. Locally several requests are under way in one
 * process, so whoever uses them says all of a line at once and keeps nothing in them meanwhile.
 */
export const logger = new Logger();
export const metrics = new Metrics({ namespace: METRIC_NAMESPACE });
