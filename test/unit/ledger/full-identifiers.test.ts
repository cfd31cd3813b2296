import { expect, it, test } from "vitest";
import {
  checkedIdentifiers,
  maskedItems,
} from "../../../shared/ledger/full-identifiers/checked.ts";
import { errorOf } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";

const registrations = [
  makeRegistration({ vat_registration_number_masked: "DE12*****89" }),
  makeRegistration({ id: 2, member_state_identification: "SE" }),
  makeRegistration({
    id: 3,
    scheme_type: "ioss",
    ioss_intermediary_number_masked: "IN276*****21",
  }),
];

const given = (registration_id: number, number: string, intermediary_number?: string) => ({
  registration_id,
  number,
  ...(intermediary_number === undefined ? {} : { intermediary_number }),
});
const checked = (...items: ReturnType<typeof given>[]) =>
  checkedIdentifiers({ items }, registrations);

it("numbers are stored in capitals, with their prefix", () => {
  expect(checked(given(1, "123456789"), given(2, "se 556677889901"))).toEqual([
    given(1, "DE123456789"),
    given(2, "SE556677889901"),
  ]);
  const brokered = given(3, "im 2760000123", "in2760000121");
  expect(checked(brokered)).toEqual([given(3, "IM2760000123", "IN2760000121")]);
});

test.for<[what: string, item: ReturnType<typeof given>, faults: [string, string][]]>([
  [
    "no registration",
    given(9, "DE123456789"),
    [["registration_id", "is no registration of the account"]],
  ],
  ["no number", given(2, "SE1"), [["number", "has not the form of a union_oss number of SE"]]],
  [
    "another number",
    given(1, "DE133456789"),
    [["number", "is not the number of the registration, which is kept as DE12*****89"]],
  ],
  [
    "another number of the intermediary",
    given(3, "IM2760000123", "IN2760000122"),
    [
      [
        "intermediary_number",
        "is not the number of the registration, which is kept as IN276*****21",
      ],
    ],
  ],
  [
    "none of an intermediary",
    given(2, "SE556677889901", "IN2760000121"),
    [["intermediary_number", "has not the form of a number of an intermediary of SE"]],
  ],
])("is refused: %s", ([, item, faults]) => {
  const refusal = errorOf(() => checked(given(2, "SE556677889901"), item));
  expect(refusal.details).toEqual(
    faults.map(([field, message]) => ({ field: `items.1.${field}`, message })),
  );
});

it("are shown masked", () => {
  expect(maskedItems([given(1, "DE123456789"), given(3, "IM2760000123", "IN2760000121")])).toEqual([
    { registration_id: 1, number_masked: "DE*******89", intermediary_number_masked: null },
    {
      registration_id: 3,
      number_masked: "IM276*****23",
      intermediary_number_masked: "IN276*****21",
    },
  ]);
});
