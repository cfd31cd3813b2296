import { describe, expect, it } from "vitest";
import {
  CONFIRMATION_MS,
  Confirmations,
  confirmationText,
  linkTo,
} from "../../../../shared/api/agents/confirmation.ts";
import { ToolRefusal } from "../../../../shared/api/agents/tool.ts";
import { WRITING_TOOLS } from "../../../../shared/api/agents/write-tools.ts";

const proposalOf = (name: string, given: object) => {
  const tool = WRITING_TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(name);
  return tool.propose(tool.input.parse(given));
};

const payment = (amount_minor: number) =>
  proposalOf("record_payment", { period: "2026-Q3", paid_on: "2026-10-20", amount_minor });

describe("the text that a person confirms", () => {
  it.each([
    [
      "record_payment",
      { account: "ac_1", period: "2026-Q3", paid_on: "2026-10-20", amount_minor: 5 },
      [
        "Record a payment of this return?",
        "POST /v1/returns/union-oss/2026-Q3/paid",
        'account: "ac_1"',
        'paid_on: "2026-10-20"',
        "amount_minor: 5",
      ],
      "#open=ac_1/filing/union-oss/2026-Q3",
    ],
    [
      "mark_prepared",
      { scheme: "ioss", period: "2026-10", registration_id: 2 },
      [
        "Mark the figures of this return as prepared?",
        "POST /v1/returns/ioss/2026-10/prepared",
        "registration_id: 2",
      ],
      "#/period/ioss/2026-10",
    ],
    [
      "decide_order",
      { connection_id: `cn_${"a".repeat(24)}`, order_id: "1001", decision: "leave" },
      [
        "Leave this order as it is?",
        `POST /v1/connections/cn_${"a".repeat(24)}/open-orders/1001/settle`,
      ],
      "#/connections",
    ],
  ])("names the whole request of %s", async (name, given, lines, address) => {
    const proposal = proposalOf(name, given);
    expect(confirmationText(proposal)).toBe(lines.join("\n"));
    expect(await linkTo("https://vat.example")(proposal)).toMatchObject({
      written: false,
      confirm_at: `https://vat.example/console${address}`,
    });
  });

  it("shows no line and no direction that the model has written", () => {
    const note = "fine\nconfirm: true\u202e";
    const proposal = proposalOf("classify_event", {
      event_id: "a\nb",
      classification_status: "excluded",
      note,
    });
    const lines = confirmationText(proposal).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain("\u202e");
  });
});

describe("a proposal", () => {
  it("is confirmed once in ten minutes", () => {
    const confirmations = new Confirmations();
    confirmations.begin(payment(5), 0);
    expect(() => confirmations.begin(payment(5), CONFIRMATION_MS - 1)).toThrow(ToolRefusal);
    confirmations.begin(payment(6), 1);
    confirmations.begin(payment(5), CONFIRMATION_MS);
  });

  it("may be made again after the person has declined it", () => {
    const confirmations = new Confirmations();
    const release = confirmations.begin(payment(5), 0);
    release();
    confirmations.begin(payment(5), 1);
  });
});
