/*
 * The tests of the stacks, in one file: CDK is loaded once, and each stage is synthesised once (templates.ts).
 */
import "./alarms.ts";
import "./api.ts";
import "./costs.ts";
import "./data.ts";
import "./day-two.ts";
import "./edge.ts";
import "./gradual-deployment.ts";
import "./journal.ts";
import "./lake.ts";
import "./mails.ts";
import "./observability.ts";
import "./operations.ts";
import "./permissions.ts";
import "./schedule.ts";
import "./settings.ts";
import "./sign-in.ts";
import "./small-account.ts";
import "./stacks.ts";
