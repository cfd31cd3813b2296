import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accessOf, accessOfRoute, type FunctionAccess } from "../../infra/function-access.ts";
import { CLIENT_USES, KEY_USES, MEMBER_USES } from "../../shared/accounts/table-uses.ts";
import * as jobs from "../../shared/api/jobs.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { DECLARED_USES } from "../../shared/filing/table-uses.ts";
import { BOOK_ORDER_USES, IMPORT_MOVE_USES } from "../../shared/imports/table-uses.ts";
import {
  CHANGE_USES,
  COMMIT_USES,
  EVENT_LIST_USES,
  REGISTRATION_USES,
  THRESHOLD_USES,
} from "../../shared/ledger/table-uses.ts";
import { MAIL_USES } from "../../shared/notifications/table-uses.ts";
import { LEASE_USES } from "../../shared/platform/queues/table-uses.ts";
import type { TableUse, TableUses } from "../../shared/platform/table/item.ts";
import {
  FINDINGS_USES,
  LOCK_USES,
  PAPER_USES,
  RETURN_USES,
  RETURN_VIEW_USES,
} from "../../shared/returns/table-uses.ts";
import { CONNECTION_USES } from "../../shared/shops/table-uses.ts";
import { usesOf } from "../stack/table-use.ts";
import { UNMET } from "../stack/unmet-uses.ts";
import { circlesAtTheTable, usesBehind } from "./reachable-uses.ts";

/*
 * Each function may do with the table what its code can send, and nothing else. A use is taken from a row when no path of
 * the handler's code reaches it, and never because no test met it.
 */
type RowName = keyof typeof routes | keyof typeof jobs;

/** What the code behind these handlers could send, and these rows never ask for. */
const NEVER_SENT: readonly {
  readonly uses: readonly (TableUse | `${"DeleteItem" | "Scan"} ${string}`)[];
  readonly rows: readonly RowName[];
  readonly why: string;
}[] = [
  {
    uses: ["PutItem notifications", "PutItem outbox"],
    rows: ["startImport", "cancelImport", "retryImport", "undoImport"],
    why: "the end of an import is told, and no caller ends one but by cancelling it, which is not told",
  },
  {
    uses: ["PutItem open_import_rows"],
    rows: ["startImport", "retryImport", "undoImport"],
    why: "an import that goes on has no open rows yet",
  },
  {
    uses: ["PutItem rights"],
    rows: ["emptySandbox"],
    why: "what is tried in a sandbox is no right, and has no signed row",
  },
  {
    uses: ["UpdateItem sandboxes"],
    rows: ["emptySandbox"],
    why: "the transaction puts the sandbox, and updates the account record of the former one",
  },
  {
    uses: ["PutItem source_tags"],
    rows: ["calculateVat"],
    why: "the transaction puts the calculation, and updates the tag",
  },
  {
    uses: [
      "GetItem locks",
      "Query locks",
      "GetItem recounts",
      "Query records",
      "Query organisation_accounts",
      "Scan rights",
    ],
    rows: ["checkEvidence"],
    why: "its policy has all that the journal records (infra/evidence-permissions.ts); only commands scan",
  },
  {
    uses: [
      "DeleteItem accounts",
      "DeleteItem consignments",
      "DeleteItem events",
      "DeleteItem recounts",
      "DeleteItem sums",
      "DeleteItem transactions",
    ],
    rows: ["removeSandbox"],
    why: "the row names them in `removes`",
  },
];

/** Operations on partitions that no single key names: of every kind that a sandbox has, or that the journal records. */
const ON_MANY_KINDS: Readonly<Record<string, readonly string[]>> = {
  removeSandbox: ["Query"],
  checkEvidence: ["Query"],
};

const handlerOf = ({ handler }: { readonly handler: string }) =>
  usesBehind(`functions/${handler}.ts`, "handler");

const ofEdge = (file: string, name: string) =>
  usesBehind(`shared/api/${file}.ts`, name).uses.keys();

/** What the handlers of a route's scope and method do besides (shared/api/account-endpoint.ts). */
function usesOfEdge({ scope, method, repeats, role }: Route): Set<string> {
  if (scope === "public") return new Set();
  const caller = ofEdge("authentication", scope === "person" ? "ofPerson" : "ofAccount");
  const remembers = method === "POST" && repeats !== "harmless";
  const uses = [...caller, ...ofEdge("middleware/rate-limit", "accountQuota")];
  const answers = remembers ? [...ofEdge("middleware/idempotency", "idempotent")] : [];
  // Without a role in an organisation, nobody is looked up there.
  const isMember = scope !== "person" || (role !== undefined && role !== "operator");
  return new Set([...uses.filter((use) => isMember || use !== "GetItem members"), ...answers]);
}

const declaredIn = ({ uses, sandboxes }: FunctionAccess) => new Set([...uses, ...sandboxes.uses]);

function expectExact(name: string, reached: ReadonlySet<string>, declared: ReadonlySet<string>) {
  const excused = NEVER_SENT.filter(({ rows }) => rows.some((row) => row === name));
  const never = new Set<string>(excused.flatMap(({ uses }) => uses));
  expect({
    "reached and not declared": [...reached.difference(declared).difference(never)].sort(),
    "declared and not reached": [...declared.difference(reached)].sort(),
    "excused in vain": [...never].filter((use) => !reached.has(use) || declared.has(use as never)),
  }).toEqual({
    "reached and not declared": [],
    "declared and not reached": [],
    "excused in vain": [],
  });
}

it.for(Object.entries<Route>(routes))(
  "%s may do with the table what its code reaches, and no more",
  ([name, route]) => {
    const reached = new Set([...handlerOf(route).uses.keys(), ...usesOfEdge(route)]);
    expectExact(name, reached, declaredIn(accessOfRoute(route)));
  },
);

it.for(Object.entries(jobs))(
  "%s may do with the table what its code reaches, and no more",
  ([name, job]) => {
    expectExact(name, new Set(handlerOf(job).uses.keys()), declaredIn(accessOf(job)));
  },
);

it("each operation of a handler is on a key that its code names", () => {
  const open = Object.entries({ ...routes, ...jobs }).flatMap(([name, row]) => {
    const operations = [...handlerOf(row).operations];
    return operations.length > 0 ? [[name, operations] as const] : [];
  });
  expect(Object.fromEntries(open)).toEqual(ON_MANY_KINDS);
  expect(circlesAtTheTable()).toEqual([]);
});

describe("a set is what its use case does with the table:", () => {
  const inWing = (wing: string, place: string, uses: TableUses) =>
    [place, `shared/${wing}/${place}`, uses] as const;
  const filesAndNames = [
    inWing("platform", "queues/store-leases.ts takeLease", LEASE_USES),
    inWing("accounts", "people/store-organisations.ts saveMember", MEMBER_USES),
    inWing("accounts", "people/manage-organisations.ts createClients", CLIENT_USES),
    inWing("accounts", "store-keys.ts insertApiKey", KEY_USES),
    inWing("notifications", "mails/manage-mails.ts changeMails", MAIL_USES),
    inWing("ledger", "load-threshold.ts loadThresholdInput", THRESHOLD_USES),
    inWing("ledger", "settings/change-settings.ts changeRegistrations", REGISTRATION_USES),
    inWing("ledger", "events/store-event-list.ts readEvents", EVENT_LIST_USES),
    inWing("ledger", "commit/change-event.ts changeEvent", CHANGE_USES),
    inWing("ledger", "commit/commit-events.ts commitEvents", COMMIT_USES),
    inWing("imports", "jobs/store-jobs.ts moveImportJob", IMPORT_MOVE_USES),
    inWing("imports", "orders/book-order.ts bookOrder", BOOK_ORDER_USES),
    inWing("shops", "connections/store-connections.ts updateConnections", CONNECTION_USES),
    inWing("returns", "load/load-return.ts loadReturn", RETURN_USES),
    inWing("returns", "load/load-findings.ts loadFindings", FINDINGS_USES),
    inWing("returns", "locks/return-view.ts loadReturnView", RETURN_VIEW_USES),
    inWing("returns", "locks/lock-return.ts lockReturn", LOCK_USES),
    inWing("returns", "documents/load-document.ts loadPaper", PAPER_USES),
    inWing("filing", "load-declared-return.ts loadDeclaredReturn", DECLARED_USES),
  ];
  it.for(filesAndNames)("%s", ([, place, uses]) => {
    const [file = "", name = ""] = place.split(" ");
    const { uses: reached } = usesBehind(file, name);
    expect([...declaredIn(accessOf({ table: uses }))].sort()).toEqual([...reached.keys()].sort());
  });
});

it.for(UNMET)(
  "%s, which no test may meet, is declared and met by a test that there is",
  ([unmet, , test]) => {
    const declared = Object.values<Route>(routes).flatMap((route) => usesOf(accessOfRoute(route)));
    expect(declared.filter((use) => unmet.test(use))).not.toEqual([]);
    expect(existsSync(test)).toBe(true);
  },
);
