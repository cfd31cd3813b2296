import * as z from "zod";
import { recountField } from "../../ledger/recount/recount-view.ts";
import {
  IossThresholdCheck,
  OssThresholdCheck,
  ThresholdStatus,
} from "../../vat/threshold/schema.ts";

/** The response with the threshold status of an account; a new profile may move its sums. */
export const ThresholdStatusAnswer = ThresholdStatus.extend(recountField).meta({
  id: "ThresholdStatusAnswer",
});

/** The response of a threshold check; a single consignment has no sums. */
export const ThresholdCheckAnswer = z
  .discriminatedUnion("threshold_type", [
    OssThresholdCheck.extend(recountField).meta({ id: "OssThresholdCheckAnswer" }),
    IossThresholdCheck,
  ])
  .meta({ id: "ThresholdCheck" });
