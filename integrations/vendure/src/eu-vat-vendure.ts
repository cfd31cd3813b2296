export { EuVatBooking } from "./booking.entity.js";
export { EuVatPlugin } from "./plugin.js";
export type { EuVatSettings } from "./settings.js";
export { euVatFlatRate, shippingRate } from "./shipping.js";
export { BY_SERVICE, EuVatTaxLines } from "./tax-lines.js";
