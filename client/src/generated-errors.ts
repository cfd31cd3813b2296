/*
 * Types of the error responses of the EU VAT compliance API. Made from docs/openapi.json by
 * `npm run openapi`: do not edit.
 */

/** The codes of refusals. */
export type ErrorCode = "missing_api_key" | "invalid_api_key" | "invalid_session" | "sign_in_failed" | "invalid_signature" | "insufficient_scope" | "insufficient_role" | "account_suspended" | "account_closed" | "test_key_required" | "invalid_json" | "invalid_request" | "invalid_period" | "invalid_country" | "invalid_currency" | "invalid_turnover" | "invalid_reference_date" | "not_found" | "no_sme_data" | "method_not_allowed" | "request_timeout" | "registration_overlap" | "registration_limit_reached" | "registration_locked" | "event_conflict" | "not_a_sale" | "nothing_to_refund" | "refund_exceeds_sale" | "classification_limit_reached" | "transaction_already_committed" | "period_already_locked" | "period_not_ended" | "period_not_locked" | "period_not_filed" | "period_filed_elsewhere" | "opening_conflict" | "opening_closed" | "entry_sheet_changed" | "second_person_required" | "recount_pending" | "return_not_ready" | "last_owner" | "organisation_limit_reached" | "source_key_taken" | "source_limit_reached" | "records_limit_reached" | "clock_backwards" | "key_limit_reached" | "key_in_use" | "key_ended" | "import_limit_reached" | "import_not_uploaded" | "import_state_conflict" | "connection_limit_reached" | "source_connected" | "connection_not_ready" | "not_enabled" | "message_expired" | "webhook_limit_reached" | "mail_not_offered" | "address_suppressed" | "webhook_disabled" | "delivery_under_way" | "rate_proposal_decided" | "rate_recheck_conflict" | "idempotency_conflict" | "link_ended" | "payload_too_large" | "unsupported_media_type" | "registration_required" | "registration_conflict" | "currency_mismatch" | "return_not_exportable" | "original_rate_missing" | "relief_uncertain" | "rate_limited" | "headers_too_large" | "internal_error" | "not_ready";

export type ErrorBody = {
  /** The code, for programs */
  error: "missing_api_key" | "invalid_api_key" | "invalid_session" | "sign_in_failed" | "invalid_signature" | "insufficient_scope" | "insufficient_role" | "account_suspended" | "account_closed" | "test_key_required" | "invalid_json" | "invalid_request" | "invalid_period" | "invalid_country" | "invalid_currency" | "invalid_turnover" | "invalid_reference_date" | "not_found" | "no_sme_data" | "method_not_allowed" | "request_timeout" | "registration_overlap" | "registration_limit_reached" | "registration_locked" | "event_conflict" | "not_a_sale" | "nothing_to_refund" | "refund_exceeds_sale" | "classification_limit_reached" | "transaction_already_committed" | "period_already_locked" | "period_not_ended" | "period_not_locked" | "period_not_filed" | "period_filed_elsewhere" | "opening_conflict" | "opening_closed" | "entry_sheet_changed" | "second_person_required" | "recount_pending" | "return_not_ready" | "last_owner" | "organisation_limit_reached" | "source_key_taken" | "source_limit_reached" | "records_limit_reached" | "clock_backwards" | "key_limit_reached" | "key_in_use" | "key_ended" | "import_limit_reached" | "import_not_uploaded" | "import_state_conflict" | "connection_limit_reached" | "source_connected" | "connection_not_ready" | "not_enabled" | "message_expired" | "webhook_limit_reached" | "mail_not_offered" | "address_suppressed" | "webhook_disabled" | "delivery_under_way" | "rate_proposal_decided" | "rate_recheck_conflict" | "idempotency_conflict" | "link_ended" | "payload_too_large" | "unsupported_media_type" | "registration_required" | "registration_conflict" | "currency_mismatch" | "return_not_exportable" | "original_rate_missing" | "relief_uncertain" | "rate_limited" | "headers_too_large" | "internal_error" | "not_ready";
  /** Explanation for people; its wording may change */
  message: string;
  /** Every fault of the request, not only the first; of more than a hundred the first hundred, and a last row without `field` that says how many more */
  details?: Array<{
    /** A path such as `events.3.currency`, or a header */
    field: string;
    /** Id of the faulty supply event, if readable */
    event_id?: string | undefined;
    /** Broken rule, of `return_not_exportable` */
    rule?: string | undefined;
    /** Explanation of the fault and what to send instead, for people */
    message: string;
  }> | undefined;
  /** Link to the section of the API reference about the code: its meaning and what to do */
  doc_url: string;
  /** Id of this call in the logs */
  request_id: string;
};
