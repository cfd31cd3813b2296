import { CfnOutput, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AccountRecovery, Mfa, OAuthScope, UserPool } from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import type { Issuer } from "./stage-settings.ts";

/** Returns the issuer that persons sign in with: that of the settings, or a user pool, which is created. */
export function issuerOf(scope: Construct, settings: Settings): Issuer | undefined {
  const { signIn, domain, edge } = settings;
  if (!signIn) return undefined;
  if (!("cognito" in signIn)) return signIn;
  const pool = userPool(scope);
  pool.addDomain("Login", { cognitoDomain: signIn.cognito });
  // A public client: CloudFormation does not return the secret of a client reliably, and the code is bound by PKCE.
  const client = pool.addClient("Service", {
    generateSecret: false,
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.PROFILE, OAuthScope.EMAIL],
      callbackUrls: [`https://${edge?.domain ?? domain?.name}/console`],
    },
    preventUserExistenceErrors: true,
  });
  new CfnOutput(scope, "UserPoolId", { value: pool.userPoolId });
  return {
    issuer: pool.userPoolProviderUrl,
    clientId: client.userPoolClientId,
    clientSecretArn: null,
  };
}

/**
 * Creates a pool of persons whom the operator enters. It is retained with the table: a person is bound by issuer and
 * subject, so that a new pool would bind nobody.
 */
function userPool(scope: Construct): UserPool {
  const pool = new UserPool(scope, "Persons", {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(pool).acknowledge(
    { id: "AwsSolutions-COG2", reason: "Each person decides about a second factor" },
    {
      id: "AwsSolutions-COG8",
      reason: "The plan costs per person, and the operator alone enters persons",
    },
  );
  return pool;
}
