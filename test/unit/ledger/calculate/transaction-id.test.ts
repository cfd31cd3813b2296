import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTransactionId, transactionId } from "../../../../shared/ledger/calculate/transaction.ts";

const random = fc.uint8Array({ minLength: 16, maxLength: 16 });
const instant = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("9999-12-31"),
  noInvalidDate: true,
});

describe("a transaction id", () => {
  it("has its form, and sorts by its millisecond", () => {
    fc.assert(
      fc.property(instant, instant, random, random, (one, other, bytes, more) => {
        const [a, b] = [transactionId(one, bytes), transactionId(other, more)];
        expect([isTransactionId(a), isTransactionId(b)]).toEqual([true, true]);
        if (one < other) expect(a < b).toBe(true);
      }),
    );
  });

  it("counts time as the specification of ULID does", () => {
    const now = new Date(1_469_922_850_259);
    expect(transactionId(now, new Uint8Array(16))).toBe("txn_01arz3ndek0000000000000000");
  });

  it("tells apart what was made in the same millisecond", () => {
    const now = new Date("2025-08-01");
    const ids = [0, 1, 31].map((byte) => transactionId(now, new Uint8Array(16).fill(byte)));
    expect(new Set(ids).size).toBe(3);
  });

  it.for(["", "txn_", "TXN_01k1h944000000000000000000", "txn_il", `txn_${"0".repeat(25)}u`])(
    "is not %j",
    (id) => {
      expect(isTransactionId(id)).toBe(false);
    },
  );
});
