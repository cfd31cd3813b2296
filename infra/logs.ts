import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/**
 * A log, as long as the stage keeps logs. That of a protected stage outlives its stack: who looks for
 * what went wrong before a stack was deleted finds it.
 */
export const logsOf = (scope: Construct, name: string, settings: Settings): LogGroup =>
  new LogGroup(scope, `${name}Logs`, {
    retention: settings.logDays,
    removalPolicy: settings.protected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
