import * as z from "zod";
import { recountField } from "../../ledger/recount/recount-view.ts";
import {
  IossThresholdCheck,
  OssThresholdCheck,
  ThresholdStatus,
} from "../../vat/threshold/schema.ts";

/** The threshold status of an account, as it is answered: a profile that places anew moves its sums. */
export const ThresholdStatusAnswer = ThresholdStatus.extend(recountField).meta({
  id: "ThresholdStatusAnswer",
});

/** A threshold check, as it is answered; a single consignment has no sums. */
export const ThresholdCheckAnswer = z
  .discriminatedUnion("threshold_type", [
    OssThresholdCheck.extend(recountField).meta({ id: "OssThresholdCheckAnswer" }),
    IossThresholdCheck,
  ])
  .meta({ id: "ThresholdCheck" });
