import { ArnFormat, Stack, Validations } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/**
 * A canary deployment: a tenth of the calls goes to the new version for ten minutes, then all calls do. Ten minutes are
 * longer than the alarms need. An alarm in that time rolls back every alias, and CloudFormation then the whole stack.
 */
export class GradualDeployment {
  readonly #scope: Construct;
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #alarms: Alarm[];

  /** Creates the application and the role; `name` keeps them separate from those of other parts. */
  constructor(scope: Construct, name: string, alarms: readonly Alarm[]) {
    this.#scope = scope;
    this.#alarms = [...alarms];
    this.#application = new LambdaApplication(scope, `${name}Deployments`);
    this.#role = new Role(scope, `${name}Deployer`, {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
    });
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    Validations.of(this.#role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "CodeDeploy asks for the state of its alarms, an action that knows no resources",
    });
  }

  /** Adds a function. Grants by name, because the alias depends on its deployment group, and the group on the role. */
  add(name: string, functionName: string, alias: Alias): void {
    const of = {
      service: "lambda",
      resource: "function",
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    };
    const arnOf = (resourceName: string) => Stack.of(alias).formatArn({ ...of, resourceName });
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: [
          "lambda:GetAlias",
          "lambda:GetProvisionedConcurrencyConfig",
          "lambda:UpdateAlias",
        ],
        resources: [arnOf(functionName), arnOf(`${functionName}:${alias.aliasName}`)],
      }),
    );
    const group = new LambdaDeploymentGroup(this.#scope, `${name}Deployment`, {
      application: this.#application,
      alias,
      alarms: this.#alarms,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      autoRollback: { deploymentInAlarm: true, failedDeployment: true },
      // Prevents CDK from adding a managed policy that covers every function of the account.
      role: this.#role.withoutPolicyUpdates(),
    });
    group.node.addDependency(this.#role);
  }
}
