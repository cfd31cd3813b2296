import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/**
 * Creates a log group with the log retention of the stage. In a protected stage the log outlives its stack, so that
 * errors can still be investigated after a stack is deleted.
 */
export const logsOf = (scope: Construct, name: string, settings: Settings): LogGroup =>
  new LogGroup(scope, `${name}Logs`, {
    retention: settings.logDays,
    removalPolicy: settings.protected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
