import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import {
  apiTemplate,
  dataStack,
  MOST,
  OTHER,
  Resources,
  settingsWith,
  synthesisOf,
} from "../synth/templates.ts";

/** The variables of sign-in of a function. */
const variablesOf = (template: Template, name: string) => {
  const { properties } = new Resources(template).functionOf(name);
  const { Variables } = properties["Environment"] as { Variables: Record<string, unknown> };
  return Object.fromEntries(
    Object.entries(Variables).filter(([variable]) => variable.startsWith("SIGN_IN_")),
  );
};

describe("a stage with a user pool", () => {
  const data = Template.fromStack(synthesisOf(MOST).stack("VatData"));

  it("has persons whom nobody but the operator enters, with a second factor if they want one", () => {
    data.hasResource("AWS::Cognito::UserPool", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: "ACTIVE",
        EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
        MfaConfiguration: "OPTIONAL",
        UsernameAttributes: ["email"],
      },
    });
    data.hasResourceProperties("AWS::Cognito::UserPoolDomain", { Domain: "vat-books" });
  });

  it("has a client that returns a code to the console alone", () => {
    data.hasResourceProperties("AWS::Cognito::UserPoolClient", {
      AllowedOAuthFlows: ["code"],
      AllowedOAuthScopes: ["openid", "profile", "email"],
      CallbackURLs: ["https://vat.example/console"],
      GenerateSecret: false,
      PreventUserExistenceErrors: "ENABLED",
    });
  });

  it("names the pool and its client to the functions that sign in, which read no secret", () => {
    const api = apiTemplate(MOST);
    const variables = variablesOf(api, "createSession");
    expect(Object.keys(variables).sort()).toEqual(["SIGN_IN_CLIENT_ID", "SIGN_IN_ISSUER"]);
    expect(variablesOf(api, "listSupplyEvents")).toEqual({});
    // The smoke test alone reads one, its key.
    const policies = Object.entries(api.findResources("AWS::IAM::Policy"));
    const others = policies.filter(([id]) => !id.startsWith("smokeTest"));
    expect(JSON.stringify(others)).not.toContain("secretsmanager");
  });
});

it.each(["aws-books", "my-cognito", "Books", "-books", ""])(
  "a login page is not called %j, which Cognito rejects",
  (domainPrefix) => {
    const changes = { ...MOST, signIn: { cognito: { domainPrefix } } };
    expect(() => settingsWith(changes)).toThrow("domainPrefix");
  },
);

describe("a stage with an issuer of its own", () => {
  it("has no pool, and lets the function that exchanges codes alone read the client's secret", () => {
    const { signIn } = OTHER;
    Template.fromStack(dataStack(OTHER)).resourceCountIs("AWS::Cognito::UserPool", 0);
    const api = apiTemplate(OTHER);
    expect(Object.keys(variablesOf(api, "getSignIn"))).not.toContain("SIGN_IN_SECRET_ARN");
    const readers = Object.entries(api.findResources("AWS::IAM::Policy")).filter(([, policy]) =>
      JSON.stringify(policy).includes(signIn.clientSecretArn),
    );
    expect(readers.map(([id]) => id)).toEqual([expect.stringMatching(/^createSession/)]);
    expect(variablesOf(api, "createSession")).toEqual({
      SIGN_IN_ISSUER: signIn.issuer,
      SIGN_IN_CLIENT_ID: signIn.clientId,
      SIGN_IN_SECRET_ARN: signIn.clientSecretArn,
    });
  });
});
