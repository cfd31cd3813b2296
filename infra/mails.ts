import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
} from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Returns the sender of a stage's mails, for each function that sends or requests some; none without mails. */
export const senderOf = ({ mail }: Settings): Record<string, string> =>
  mail ? { MAIL_FROM: mail.from } : {};

/** The part of a stack that sends mails, and passes what becomes of those that SES sends to a queue. */
export class MailSending {
  readonly #settings: Settings;
  readonly #configuration: ConfigurationSet | undefined;

  constructor(scope: Construct, settings: Settings, feedback: Queue | undefined) {
    this.#settings = settings;
    if (!feedback) return;
    const name = `${Stack.of(scope).stackName}-mails`;
    this.#configuration = new ConfigurationSet(scope, "MailConfiguration", {
      configurationSetName: name,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    const topic = new Topic(scope, "MailFeedback", { topicName: name, enforceSSL: true });
    this.#configuration.addEventDestination("Feedback", {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    topic.addSubscription(new SqsSubscription(feedback, { rawMessageDelivery: true }));
  }

  /** Lets a function send the mails of the stage: by its mail server, or by SES from its domain. */
  letSend(lambda: LambdaFunction): void {
    const { mail, domain, edge } = this.#settings;
    if (!mail) return;
    lambda.addEnvironment("PUBLIC_URL", `https://${edge?.domain ?? domain?.name}`);
    if (mail.smtpSecretArn) {
      lambda.addEnvironment("SMTP_SECRET_ARN", mail.smtpSecretArn);
      lambda.addToRolePolicy(
        new PolicyStatement({
          actions: ["secretsmanager:GetSecretValue"],
          resources: [mail.smtpSecretArn],
        }),
      );
    }
    if (this.#configuration) this.letUseSes(lambda, mail.from, this.#configuration);
  }

  private letUseSes(
    lambda: LambdaFunction,
    from: string,
    { configurationSetName }: ConfigurationSet,
  ) {
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(lambda).formatArn({ service: "ses", resource, resourceName });
    lambda.addEnvironment("MAIL_CONFIGURATION_SET", configurationSetName);
    lambda.addToRolePolicy(
      new PolicyStatement({
        // A mail with parts and headers of its own is a raw one.
        actions: ["ses:SendEmail", "ses:SendRawEmail"],
        resources: [
          arnOf("identity", from.replace(/^.*@/, "").replace(/>$/, "")),
          arnOf("configuration-set", configurationSetName),
        ],
      }),
    );
  }
}
