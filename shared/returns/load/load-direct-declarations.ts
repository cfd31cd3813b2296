import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { computeReturn } from "../compute/compute.ts";
import { type DirectDeclaration, directDeclarations } from "../compute/direct-declarations.ts";
import {
  type BeyondReturns,
  changedBeyondReturns,
  type DeclaredReturn,
  type OpenReport,
} from "../locks/declared-returns.ts";
import { openingsIn, type PeriodMarkers } from "../locks/period-markers.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import { loadChanged, loadReturnUnder } from "./load-return.ts";

/** Loads the changes of declared returns of all schemes that no return declares any more. */
export async function loadAllDirectDeclarations(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadDirectDeclarations(account, scheme, registrations, today)),
  );
  return ofSchemes.flat();
}

/** Loads the changes of declared returns of a scheme that no return declares any more. */
export async function loadDirectDeclarations(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const markers = await loadMarkers(account, scheme.partitionPrefix);
  const found = changedBeyondReturns({ scheme, registrations }, markers, today);
  const groups = Map.groupBy(found.beyond, ({ one }) => groupOf(one));
  const loaded = await Promise.all(
    [...groups].map(([name, beyond]) =>
      loadGroup(account, { scheme, registrations, markers }, { ...found, name, beyond }),
    ),
  );
  return loaded.flat();
}

type Declarer = Pick<DeclaredReturn, "member_state_identification" | "return_currency">;

const groupOf = ({ member_state_identification, return_currency }: Declarer): string =>
  `${member_state_identification} ${return_currency}`;

type Declarations = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

type FoundGroup = BeyondReturns & { readonly name: string };

async function loadGroup(
  account: string,
  { scheme, registrations, markers }: Declarations,
  { name, beyond, declared, open }: FoundGroup,
): Promise<DirectDeclaration[]> {
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const ours = declared.filter(({ one }) => groupOf(one) === name);
  const changed = await Promise.all(
    ours.filter(({ mayDiffer }) => mayDiffer).map(({ one }) => loadChanged(account, context, one)),
  );
  const late = await Promise.all(
    open
      .filter(({ coverage }) => name.startsWith(coverage.registration.member_state_identification))
      .map((report) => loadLateIn(account, report, { name, markers })),
  );
  const [member_state_identification = "", return_currency = ""] = name.split(" ");
  return directDeclarations({
    scheme_type: scheme.id,
    member_state_identification,
    return_currency,
    reasons: new Map(beyond.map(({ one, reason }) => [one.period_key, reason])),
    changed: changed.filter((one) => one !== undefined),
    declared: [...ours.flatMap(({ one }) => one.late_changes), ...late.flat()],
  });
}

/** Returns the late changes that an open return of the group declares. */
async function loadLateIn(
  account: string,
  { scheme, period, registrations, coverage }: OpenReport,
  { name, markers }: { readonly name: string; readonly markers: PeriodMarkers },
) {
  const drawn = computeReturn(
    await loadReturnUnder(account, scheme, period, registrations, { coverage, markers }),
  );
  return drawn.status === "covered" && groupOf(drawn.report) === name
    ? drawn.report.late_changes
    : [];
}
