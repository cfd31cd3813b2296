import { describe, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";

type Failure = { readonly error?: string; readonly message?: string };

const FILE = "/v1/rates-files";
const file = ({ readOnly }: Account, rest: string) =>
  call<Failure>(readOnly, "GET", `${FILE}/${rest}`);

/** A German business that has said what it sold abroad in a year. */
async function germanWith(entered_turnover: readonly object[]): Promise<Account> {
  const account = await newAccount();
  await call(account.full, "PUT", "/v1/account", { establishment_country: "DE", entered_turnover });
  return account;
}

const NOTHING = [{ year: 2024, amount_minor: 0, currency: "EUR" }];

describe("GET /v1/rates-files/{shop}", () => {
  it("has the rates of each destination for a seller who has chosen them (Art. 59c(3))", async () => {
    const { status, text, headers } = await file(
      await newSeller("DE"),
      "woocommerce?on=2025-08-01&class=standard:&class=books:reduced-rate",
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="vat-rates-woocommerce-2025-08-01-destination.csv"',
    );
    expect(headers.get("x-rates-file-scope")).toBe("destination");
    expect(headers.get("x-rates-file-missing")).toBe("XI books");
    expect(text).toContain("FR,,,,20.00,VAT FR 20%,1,0,1,\r\n");
    expect(text).toContain("FR,,,,5.50,VAT FR 5.5%,1,0,1,reduced-rate\r\n");
    expect(text).toContain("DE,,27498...27498,,0.00,VAT 0%,1,0,1,reduced-rate\r\n");
  });

  it("has the rates of the own state everywhere below EUR 10,000 (Art. 59c(1))", async () => {
    const small = await germanWith(NOTHING);
    const { text, headers } = await file(small, "magento?on=2025-08-01");
    expect(headers.get("x-rates-file-scope")).toBe("home DE");
    expect(headers.get("x-rates-file-missing")).toBe("none");
    expect(text).toContain("standard FR,FR,*,*,19.00,,,\r\n");
    expect(text).toContain("standard GB BT,GB,*,BT*,19.00,,,\r\n");
    const asked = await file(small, "magento?on=2025-08-01&scope=destination");
    expect(asked.headers.get("x-rates-file-scope")).toBe("destination");
    expect(asked.text).toContain("standard FR,FR,*,*,20.00,,,\r\n");
  });

  it("has those of the destination above EUR 10,000, and of a business established twice", async () => {
    const large = await germanWith([{ year: 2024, amount_minor: 1_000_001, currency: "EUR" }]);
    const twice = await germanWith(NOTHING);
    await call(twice.full, "PUT", "/v1/account", {
      establishment_country: "DE",
      fixed_establishments: [{ country: "FR" }],
      entered_turnover: NOTHING,
    });
    for (const seller of [large, twice]) {
      const { headers } = await file(seller, "prestashop?on=2025-08-01");
      expect(headers.get("x-rates-file-scope")).toBe("destination");
      expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    }
  });

  it("is refused while it is not known which apply", async () => {
    const { status, body } = await file(await newAccount(), "woocommerce?on=2025-08-01");
    expect([status, body.error]).toEqual([422, "relief_uncertain"]);
    expect(body.message).toContain("the account profile names no establishment");
    expect(body.message).toContain("With scope=destination");
    const asked = await file(await newAccount(), "woocommerce?scope=destination");
    expect(asked.status).toBe(200);
  });

  it.for([
    ["opencart?scope=destination", "shop: "],
    ["magento?on=2021-06-30&scope=destination", "on: no rates are known for 2021-06-30"],
    ["magento?class=bread:", "class: bread is no class of GET /v1/tax-classes"],
    ["magento?class=:reduced-rate", "class: an empty name is no class"],
    ["magento?class=books", "class: must be a class of ours, a colon and a class of the shop"],
    ["magento?class=books:a:b", "class: must be a class of ours, a colon"],
    ["magento?class=books:a&class=bread:", "class: bread is no class of GET /v1/tax-classes"],
    ["magento?class=books:a&class=books:b", "class: books is named twice"],
    ["magento?class=books:a&class=food:a", "class: the shop's class a is named twice"],
    ["magento?class=books:,standard:", "class: the shop's class standard is named twice"],
    ["magento?class=books:-5", "class: must be a class of ours, a colon"],
    ["magento?scope=home", "scope: "],
  ] as const)("refuses %s", async ([rest, message]) => {
    const { status, body } = await file(await newSeller("DE"), rest);
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(body.message).toContain(message);
  });
});
