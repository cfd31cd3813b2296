import type * as routes from "../../shared/api/routes.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";
import { RATES_COMPLETE_FROM } from "../../shared/vat/reference-data/vat-rates.ts";

/** Markdown notes for callers in addition to summaries and schemas, by operationId. */
export const NOTES: Readonly<Partial<Record<keyof typeof routes, string>>> = {
  getReadiness:
    "Readiness is one consistent read of the database within a time limit. Anything but 200 means: send no traffic here.",
  listTaxClasses:
    "A rate is indicative and one of possibly several: that of the most usual consumer supply of the class on the mainland. `preview_rate_bps` is null where no rate is known, never 0 for want of knowledge. Cached until the UTC day ends.",
  getTaxClass: `\`valid_to\` is the first day on which a rate no longer holds. Rates begin on ${RATES_COMPLETE_FROM}, also where the law is older. Rates that are cut on a published day still to come have no end yet.`,
  checkSmeEligibility:
    "`annual_turnover_nac` is in minor units; thresholds in the answer are whole units of the currency. HUF has 2 decimals here, as in ISO 4217. Greece is `EL` alone: `GR` has no data. A client may call 60 times a minute unless the operator set another limit.",
  putAccount:
    "The profile says where the business is established: from `valid_from` on until the next row of `history`, or since ever. A supply is judged by the row of its own day. The day is required once a row has one and the establishments change. A row like the one before it disappears; a request that repeats what stands changes nothing. A VAT number is masked at once; to keep one, send its mask back as `vat_number_masked`. `lock_requires_ready` makes every lock refuse a return that is `review_required`; left out, it is false.",
  listApiKeys:
    "The list has keys that work, and those that ended in the last 90 days. A test key sees test keys alone. `last_used_on` is exact to the UTC day.",
  createApiKey:
    "The new key can do no more than the requesting one: a test key makes test keys, and a key that expires makes none that expires later. At most 100 keys of an account work at a time. An `Idempotency-Key` replays the answer with the secret once, to the same key or person, within 24 hours; later repeats are 409 and name what was made.",
  rotateApiKey:
    "The new key is like the old one, its end included. The old one works `overlap_hours` more (48 if that is left out), unless it ends before or is stopped; after a leak, 0 ends it at once, and an answer that gets lost then takes the key with it. A key may rotate itself. An `Idempotency-Key` replays the answer with the secret once, to the same key or person, within 24 hours; later repeats are 409 and name what was made.",
  revokeApiKey:
    "The key is rejected from the next call on. A key that is stopped already stays as it is. No key stops itself (409 `key_in_use`); `full_access` of the list says how many keys can still write. The operator helps an account that has no key left.",
  getSandbox:
    "Test keys (`vat_test_…`) open the sandbox of their account: a ledger of its own, with locks that end after two days. Each time it is emptied the account gets the next one. Any key of the account may ask.",
  emptySandbox:
    "Test keys open an empty ledger from the response on: every id is free, and every quarter can be locked again. The content of the former one is removed in the background: nobody can read it, nothing has to be waited for, and `removed` says when that is done. Its locked files stay locked for two days. Only a test key may ask for it: a live key gets 403 `test_key_required`, and no call touches a ledger in earnest. A call that is under way meanwhile may have been carried out in the former one.",
  moveSandboxClock:
    "The sandbox has that day from then on: for periods and their ends, locks, filings, registrations, the threshold, `supply_date`, and notices. Instants such as `committed_at` and `locked_at`, expiries, limits and deliveries of webhooks keep the real time. The first call is made in an empty sandbox, before anything else; later ones move forward only, and DELETE /v1/sandbox takes the clock away. The notices of each day are made before the response; of more than 31 days the response is 202, and those after `checked_to` follow in the background. They are in the list of notifications and go to the webhooks of the sandbox; there are no mails.",
  createRegistration:
    "Two registrations of one scheme must not overlap, unless one of them is `excluded`. `ended` needs `effective_to`.",
  updateRegistration:
    "An omitted field keeps its value, an empty text clears an optional one. `scheme_type` cannot be changed: `POST …/replace` enters the registration anew. Once a return of it is locked, its number and its Member State stay; its days may change, and later returns declare the difference.",
  listSources: "The list has all source profiles; archived ones have `active: false`.",
  createSource:
    "An account has at most 100 source profiles, archived ones included. The key must carry no personal data and no per-order values.",
  updateSource:
    "An empty text clears `platform`, a country or the currency; null or an omitted field changes nothing. `source_key` cannot be changed. Countries are answered by ISO code, so Greece is `GR` here.",
  listUnknownSources:
    "Tags are counted as they arrive. `transaction_count` counts calculations; a tag seen on supply events alone has 0.",
  commitSupplyEvents:
    "A malformed field rejects the whole request: 400 names every fault with its index and `event_id`, and nothing is committed. With `on_error=skip` the others are committed; then 200 lists the outcome of each event, also if none is committed, and `counts` add up. With `dry_run=true` nothing is written. Sending the same again is `duplicate`; another content under a known `event_id` is 409. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an adjustment carries its own. A non-sale may leave out customer, Member State and rate, which are then those of its sale; also `supply_kind` and `currency` if the sale is in the ledger or in the same request, otherwise they are `required`. `destination` with the customer's country and postcode may stand for `consumption_country`: the postcode identifies special territories and Northern Ireland, and is not stored. Booked VAT is kept: the return declares the VAT that was charged. The answer has the reason for an exclusion (`exclusion_code`) and the findings to review (`checks`); events can be listed by both. A `blocking` check makes the return of its period `review_required` until somebody has decided about the event. `energy` is gas, electricity, heat and cooling through networks: it has no `dispatch_country`, and is in the Union return from 2027-01-01.",
  listSupplyEvents:
    "A page may hold fewer than `limit` rows while `next_cursor` says that there is more. A little behind the ledger on AWS: it reads an index.",
  refundSupplyEvent:
    "`{event_id}` is a sale, or the id that an order of several rates was committed under: then each of its parts is taken back by an event of its own. `in_full` takes back what still stands of each part, to the cent in net and VAT. By `gross_amount_minor` the parts share in proportion to what still stands of them; what takes the rest takes the exact rest. What still stands is the sale less its refunds and adjustments, but for those that somebody has excluded. The same request again is answered with what it booked, as `duplicate`; another one under the same `event_id` is 409. Two refunds at the same time never take back the same amount. With `dry_run=true` nothing is written.",
  classifySupplyEvent:
    "The event moves between the sums of its period; author, time and note are stored. An event whose place is unknown cannot become `classified`: exclude it and commit a complete one. Given the status it has already, an event keeps it, and its blocking checks are settled; without any nothing changes.",
  getQuarterlySummary:
    "The return needs exactly one Union registration, active or ended, that overlaps the quarter. Amounts are converted at the ECB rate of the quarter's last day, or of the next day that has one (Art. 369h); a correction takes the rate of the quarter it corrects. Where no rate is known the events are left out and counted, never converted at another rate. Nothing is set off between Member States.",
  getCountryBreakdown: "The figures equal those of the quarterly summary to the cent.",
  exportQuarterlySummary:
    "Amounts are decimal texts in major units, rates per cent. A quarter without rows is one CSV line. The columns are in `docs/csv-columns.md`. Texts that a spreadsheet would take for a formula are escaped. `delimiter=semicolon&decimal=comma` is what spreadsheets in most languages of the Union open as numbers; `manifest=once` puts what the file is of into its head. Generated clients use `export.csv` and `export.json` beside it, which have one form each.",
  exportCountryBreakdown:
    "The columns are those of the summary's export. Generated clients use `export.csv` and `export.json` beside it, which have one form each.",
  getAccountantReport:
    "`format=html` returns the report as a page that prints on A4. The report is `review_required` when there were events and none of them is in the return (that is no nil return), when events may still belong in it, when blocking checks are open, and when a row or a correction is below zero.",
  getReturn:
    "`{period}` is a quarter in the Union and the non-Union scheme and a month in the import scheme. Needs one registration of the scheme, active or ended, that shares a day with the period; where two follow one another, `registration_id` chooses between their returns. Events of days outside the registration are left out and counted. Without sections, dispatch or establishment (non-Union, import) `section` and `from_member_state` are null. For the Union scheme this is the quarterly summary.",
  getReturnByCountry: "The figures equal those of the return to the cent.",
  exportReturn:
    "The files are those of the Union scheme's exports, for any scheme: `view=summary` or `view=breakdown`. The columns are in `docs/csv-columns.md`. Generated clients use `export.csv` and `export.json` beside it, which have one form each.",
  getReturnForAccountant:
    "`format=html` returns the report as a page that prints on A4. The report is `review_required` when there were events and none of them is in the return (that is no nil return), when events may still belong in it, when blocking checks are open, and when a row or a correction is below zero.",
  getWorkingPaper:
    "The workbook has the sheets Summary, Rows, Corrections, Balances, Rates, Checks, Exclusions, Bridge (from the shop to the return; not of locks of before it was stored), Events and Legend; for a locked return also Since, with the changes after the lock. Amounts are numbers in the currency of the return. The events themselves are not in it: its last sheet names the request that lists those behind each figure. A lock stores the same workbook.",
  getReturnBridge:
    "Lines come in a fixed order, in their own currencies; empty lines are absent. `plus` and `minus` lines add up to each `equals`, and the last ones are the figures of the return; `conversion` takes other currencies out, and puts them in converted and rounded by row. `recorded_otherwise` is what files do not explain: events of other ways, less those that other returns count. The links of a line list exactly its rows or events: of `recorded` all events, of `in_return` its rows, corrections and late changes. A row with several faults is listed with each and counted once; rows that were recorded before, and reasons beyond those that an import keeps, are in no list. A lock stores its bridge; its links list what there is today. `unknown` says what is missing, such as imports that are gone after 400 days.",
  listReturnEvents:
    "A row is named by its `section`, `member_state_of_consumption`, `vat_rate_bps`, `supply_kind`, `from_member_state` and `rate_category`, as many of them as are needed; a correction by `original_period` and `member_state_of_consumption`; what is left out by its `warning`, and by the `treatment` of its events. With nothing named it lists every event that the return counts, in it or left out. The first page has in `figure` the count and sum of all events of the list, from the sums that made the return, at a cost that does not grow with the events: it is the figure of the return, late changes apart, and of a locked return as locked and since. `in_return` of each event is its part in the currency of the return, which is not rounded: a row is rounded once. Events are sorted as the return sorts its sums. Reads the events of the period by day: a page may hold fewer than `limit` rows, even none, while `next_cursor` says that there is more.",
  getReconciliation:
    "Each line compares, for a locked period that a return may still correct (at most three years after it was due), the amounts that its own return declared, that later locked returns corrected, that open ones will correct, and that the ledger holds. `difference` is 0 unless no return takes a change any more: after three years, after a move to another Member State, or after a change of currency. `late_changes` are those that open returns declare. `format=xlsx` is the same as a workbook.",
  recordOpening:
    "An opening is a return that was filed before the account used this service: its sales are not in the ledger, and must not be committed. Later refunds of them name `original_period` instead of an event, and become corrections of that period. Give its lines as `rows`, or `member_states` alone, in the currency of the return. `{period}` lies before the first event of the account and before the first locked period of the scheme. The same again answers what is there; anything else is `opening_conflict` until it is withdrawn. A sale that is committed into the period afterwards is an addition to what was filed: a late change, declared in full by the next open return. Where two registrations share the period, `registration_id` says whose return it was.",
  getOpening: "`totals` and `balances` are added up as those of a return are.",
  withdrawOpening:
    "Withdraw an opening of the wrong period, or one to be recorded anew. It is rejected once a return of the scheme is locked. Refunds that name the period are left out again, as `correction_opening_missing_excluded`.",
  listReturnFormats:
    "No portal has accepted a file yet; `confidence` and `unproven` say what each format rests on. `guide` is a page of the documentation.",
  checkReturnFiles:
    "The check covers the locked return or, while the period is open, a draft. It lists every error and warning that follows from the return itself, and the Member States whose numbers the file needs. It needs no data of the filer.",
  makeReturnFile:
    "The body holds what is not stored: numbers and names go into the file, are compared with the masks of registration and profile, and are not stored. `filer` and `extras` differ by format: see `GET /v1/return-formats`. The file is built from a locked period, or with `draft: true` from an open one. 422 `return_not_exportable` has every reason in `details`, with row and rule. An `Idempotency-Key` replays the answer with the secret once, to the same key or person, within 24 hours; later repeats are 409 and name what was made.",
  getFilingPrep:
    "The report is computed and not stored. Without a Union registration the Union part says so instead of refusing, since the import scheme stands by itself.",
  getMultiJurisdiction:
    "Union sums are those of the summary. Each month of the import scheme by itself: the EUR 150 ceiling, excise goods, registration windows, rates of the month's end.",
  listLockedPeriods:
    "`current_period` holds the quarter named by `period` in full if it is locked, its files, and by how much today's return differs from the frozen one.",
  lockPeriod:
    "The quarter must have ended. Of several at once one gets 201. What was frozen never changes; later corrections go into later quarters. A return that is `review_required` can be locked, unless `require_ready` or the account's `lock_requires_ready` refuses it; then `details` names every reason. Takes no body.",
  markPeriodFiled:
    "The first record stays, whatever a repetition says. The body may be left out: then the day is today.",
  downloadExport:
    "The response is 302, or the link as JSON with `redirect=false`. The link is signed and works without a key, so follow it without sending the key along.",
  listLockedReturns:
    "`current_period` holds the period named by `period` in full if it is locked. Where two returns of it are locked, `registration_id` chooses.",
  lockReturn:
    "The period must have ended. Where two registrations share it, each return is locked by itself, with `registration_id`. A return that is `review_required` can be locked, unless `require_ready` or the account's `lock_requires_ready` refuses it; then `details` names every reason. Takes no body. `union-oss` here is the same as in the path without a parameter.",
  lockNilReturns:
    "Periods without supplies go from open to locked in one step. Each period is locked under the rules of any lock, the oldest first; one that is rejected keeps none of the others back, and a repetition is safe. A period with supplies, corrections, or rows that wait to be in the ledger is no nil return. File each one in the portal with its entry sheet, and record the filing.",
  prepareReturn:
    "The period must have ended. A mark on other figures replaces the marks before; of each person the first mark on the same figures stays. A key counts as the person who made it, and a key that an operator made as nobody. With `lock_requires_second_person` of the account a lock needs the mark of another person on exactly the figures that it freezes.",
  getPayment:
    "The figures are those that the locked return declared. The reference is quoted with the payment, so that the Member State finds the return (Art. 369i VAT Directive); `filing_reference` is another one, if the portal gave one.",
  recordPayment:
    "Payments are added up; nothing is removed. An entry made by mistake is reversed by a negative one. At most 100 payments a return.",
  makePaymentOrder:
    "Account numbers and the number of the registration are used for the file only. In a QR code and in `pain_001`, letters lose their accents, because banks take the basic Latin alphabet. The file is made and nothing is recorded: record the payment once the money has left the account.",
  makeBookings:
    "Each row of the return is one booking: the clearing account is debited with the amount with VAT, the accounts of revenue and VAT are credited. A correction is one as well, and its late change another; amounts below zero reverse the sides. The bookings add up to the return, unless `conversion` is given. A line of `accounts.revenue` for the state and the rate goes before one for the state, and that before one for all. Nothing of the request is stored. See `docs/filing/bookings.md`.",
  replaceRegistration:
    "The registration becomes `excluded`, and the one in the body, of any scheme, is added with an id of its own, in one step. A registration that has a locked return stays; end it instead.",
  correctFiling:
    "A correction replaces a day or a reference that was mistyped. The body has both as they should be; a reference that is left out is removed. `filed` keeps the first record, and its `corrections` end with the newest, which papers and the payment show. What stands already adds nothing, so a repetition is safe. At most 50 corrections of a filing.",
  markReturnFiled:
    "The first record stays, whatever a repetition says. The body may be left out: then the day is today.",
  downloadReturnExport:
    "The response is 302, or the link as JSON with `redirect=false`. The link is signed and works without a key, so follow it without sending the key along.",
  createRecords:
    "The records are written in the background; the same request again returns the unfinished job. Every supply of the range is in it, whether a return declares it or not. At most 5 requests are unfinished at a time. The points of the article, and where each is taken from, are in `docs/records.md`.",
  getRecords:
    "`files` are there when `state` is `done`; each part has at most 100,000 records. `points` counts in how many records a point of the article is not known. A request that is `failed` can be made again.",
  downloadRecords:
    "The response is 302, or the link as JSON with `redirect=false`. The link is signed and works without a key, so follow it without sending the key along.",
  createImport:
    "Send the file to `upload.url` by PUT with `upload.headers` and without the API key, within the hour, then start the import. The formats, and the settings of each, are in `docs/imports` and in `GET /v1/import-formats`. At most 20 imports are unfinished at a time. Uploaded files are deleted after 7 days, all else of an import after 400.",
  createUploadLink:
    "Send `link` to the client, with `message` or your own words: it is not shown again. Whoever has it may send `max_files` files of at most 200 MB until `ends_at`, and can do nothing else. Each file becomes a dry run of `source_id`, apart from the 20 unfinished imports; only you can book it. An upload that was interrupted takes no second place.",
  announceUpload:
    "Send the file to `upload.url` by PUT with `upload.headers`, within the hour, then call `POST /v1/uploads/{id}/done`. The same file again has the same `id`.",
  getImport:
    "`counts` add up: `rows` are those that are done, and each of them is one of the others. In a dry run they are what the commit's would be: `duplicate` and `conflict` are found as well. `checked` ends a dry run; `completed` may have findings; `failed` says why in `error`: `interrupted` is the service's fault, `account_stopped` means that the account was suspended or closed, and both can be retried; all else is the file's.",
  startImport:
    "The file is read to its end and nothing is committed with `dry_run: true`; started again without, the same stored file is committed. Nothing is committed of a file that cannot be read as a whole. A refund is linked to its sale wherever that stands, in this file or in an earlier import of the source.",
  cancelImport: "Rows that were committed until then stay, and are counted.",
  retryImport:
    "The worker of a running import is only notified again. Rows that were counted are not counted again.",
  undoImport:
    "The undo runs in the background, as `undoing`, until the status is `undone`. Returns, lists and the threshold are then as if the import had never been, and each id may be committed again, with other content, too. What a lock has declared stays declared: it becomes a correction of a later return. Events that were there before the import stay. An event that was undone still answers under its id, as `outside_scope` with the reason `import_undone`, and without its description and metadata. An import that was cancelled or failed can be undone three minutes later, when no part of it is on its way any more.",
  refreshSession:
    "A refresh token that was renewed before ends its session: a copy of it is in other hands. Only the one before the current one is refused alone for 30 seconds, because two tabs may renew at one time.",
  endSessions:
    "The tokens of these sessions open nothing with the next call. Keys that the person has made stay.",
  endMemberSessions:
    "Use it after a lost device or a leaked token. A session belongs to the person and to no organisation, so this signs the member out everywhere.",
  settleImportRow:
    "A row whose sale or refund was entered by hand no longer keeps a return waiting, and its month has one open row less. `event_id` is in the ledger already. The first event stays; the same again changes nothing. Of a remark on a row that was taken only the event is recorded. At most 500 rows of an import.",
  settleImport:
    "Rows that are unresolved, rejected or in conflict are not in the ledger. Until the import is settled, the return of their month is not `ready`, and rows without a day are listed. Settle an import after the supplies of these rows were committed in another way, or if they belong in no return. The findings of the import stay. `retry` opens a settled import again.",
  getImportBridge:
    "Lines come in a fixed order, in the currencies of the file; empty lines are absent. `plus` and `minus` lines add up to `committed`. Refunds of sales that were left out are subtracted from these. Parts of an order that are no supply, such as a gift card beside goods, are in no line.",
  getSourceBridge:
    "The bridge adds up the imports of a source among the newest 500 of the account, without dry runs and undone imports.",
  listImportRows:
    "Rows are listed when the import is `checked` or `completed`; they are those of the file of findings. A row that is rejected for two reasons is there twice. Of a large file with few such rows a page may hold fewer than `limit`, even none, while `next_cursor` says that there is more.",
  listImportFormats: "`settings` is a JSON Schema from which a form can be made.",
  downloadBulkFiles:
    "The response is 302, or the link as JSON with `redirect=false`, to the person who requested the job. The ZIP has a folder for each client and return, with the files that its lock has stored; it is deleted after a week. The link is signed and works without a session, so follow it without sending the session along.",
  downloadFindings:
    "The response is 302, or the link as JSON with `redirect=false`. The file is CSV with `row`, `outcome`, `reason`, `column` and `message`, of every row that was left out, refused or remarked on. The link is signed and works without a key, so follow it without sending the key along.",
  checkVatNumber:
    "The response comes within ten seconds, also when VIES or the Member State does not: then the check is `pending`, and VIES is asked again each hour for seven days. Never make a sale wait for it: without a valid number a customer may be treated as a consumer (Art. 18(2) of Implementing Regulation (EU) 282/2011). With `requester_vat_number` VIES gives a consultation number. State the id of the check in `vat_number_check_id` of the sale. Names and addresses that VIES answers are not kept.",
  listMovements:
    "Imports of Amazon's VAT Transactions Report bring them: transfers between warehouses, goods sent to a warehouse, and returns of customers, from one country to another. None is in a return of this service: a transfer between Member States is a supply to yourself (Art. 17 VAT Directive), and belongs to the local returns of both states. An undo of the import takes its movements back. Of a month with few wanted movements a page may need several reads.",
  exportMovements:
    "One line for each origin, destination and currency of the costs: `month`, `origin`, `destination`, `movements`, `quantity`, `currency`, `cost`. Movements without a cost have a line without a currency. A country that the report does not name is empty.",
  getThresholdStatus:
    "The turnover counts committed, classified sales to consumers across a border, without those of a marketplace as deemed supplier and without imports. Exactly EUR 10,000.00 is not exceeded. The previous calendar year counts too (Art. 59c). The figures are in euro; `decision` has those that decide, in the currency of the Member State where the seat is, and says what is not known.",
  checkThreshold:
    "`oss` sums committed sales from `from` to `to`; `ioss` compares one consignment with EUR 150 and sums nothing. Reads only, so a read-only key will do.",
  answerAgent:
    "MCP over HTTP (Streamable HTTP) without sessions and streams: each POST is one message, and its answer is JSON. A request that is no notification gets an answer, a notification 202. Tools read the other operations of this API with the credential of the call, and may what it may. Tools that write do not write here: they answer with the page of the console where a person does it. `docs/agents.md` has the tools.",
  calculateVat:
    "A calculation has exactly one of `tax_class_id` and `vat_rate_bps`, or `lines` with one each; with `supply` both may be given: what was charged, and the class it is compared with. With `price_includes_vat: false` the given amount is net, and the answer's gross is net plus VAT. Where no rate is known the call is refused: nothing is ever taken as 0 %. With `supply`, the place of supply decides (`treatment`, with its reason and article). Rounded once per line, halves away from zero. With `items` up to 200 calculations are carried out, or none: the answer lists every fault with its index. Items with `commit` are committed as well, and count for the threshold of those after them; sent again they are the same calculations. With `store: false` nothing is stored and `transaction_id` is null; that alone may be sent with a read-only key, or by a viewer. Any other request of such a caller is 403, after the body is read.",
  getRatesFile:
    "Rates of goods for consumers: one row for each class in each Member State, Monaco and Northern Ireland, and for the postcodes of special territories (0 %) and of regions with a rate of their own. `woocommerce` and `magento` are CSV, `prestashop` is the XML of a localisation pack; the pages under docs/rates-files have the clicks. A shop that charges by the file agrees with `POST /v1/vat/calculate`, but for the sale that crosses EUR 10,000 and those after it: take a new file then. An unknown rate is never taken as 0 %: its row is left out, and the header names it.",
  commitTransaction:
    "The body holds what a supply event says and the transaction does not. A transaction with several rates becomes one event a rate, `<event_id>-<vat_rate_bps>`. Again with the same body is `duplicate`; under another `event_id` it is 409. With `dry_run=true` nothing is written, and the answer is the same. A refund names its sale by `original_event_id`, which may be the `event_id` that another calculation was committed under, or by `original_transaction_id`; each of its parts corrects the one of the same rate.",
  createWebhook:
    "An account has at most 10 webhooks; test keys make those of the sandbox. `url` is https and names a host whose addresses are all public: it is looked up, and checked, before each attempt. `secret` is shown this once; a lost one is replaced. An `Idempotency-Key` replays the answer with the secret once, to the same key or person, within 24 hours; later repeats are 409 and name what was made.",
  updateWebhook:
    "An omitted field keeps its value; `description: null` removes it. A webhook that is disabled is sent nothing, and what waits for a retry fails. Enabled again, it receives later events; replay those that it missed.",
  deleteWebhook:
    "The response is the deleted webhook. Its log of deliveries cannot be read any more.",
  rotateWebhookSecret:
    "Each message has two signatures for 24 hours, one of either secret: receivers change to the new one within that time. Rotated again in that time, the secret before the former one signs no more. An `Idempotency-Key` replays the answer with the secret once, to the same key or person, within 24 hours; later repeats are 409 and name what was made.",
  testWebhook:
    "The response is 202 at once; the list of deliveries has the result a moment later. The message is a `webhook.test`, whatever the webhook listens to.",
  listWebhookDeliveries: `A failed attempt is followed by ten more, with waits of 1, 5, 15 and 30 minutes, then 1, 2, 3, 5, 6 and 6 hours, each a fifth shorter or longer. An attempt has failed unless a 2xx begins within ${OUTSIDE.beginMs / 1000} seconds; a redirect fails, too.`,
  replayWebhookDelivery:
    "The message is sent with the same `webhook-id` and body, whatever its first result. A delivery that is under way, or waits for a retry, is not replayed.",
  listAccountNotifications:
    "Crossings of the threshold, returns that are due within ten days and not locked, locked returns that have changed since (once a day at most, and unread again then), and webhooks that were disabled. `texts` has the subject and the plain text of a mail in English and German; whom it goes to is yours to say, and webhooks tell when there is something new.",
  listNotifications: "`unread_count` is of all of them, whatever the page shows.",
};
