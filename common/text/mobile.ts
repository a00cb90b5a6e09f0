/** Mobile numbers as they are kept. */

/** The one spelling of a mobile number: at home without a prefix, elsewhere with its country's. Idempotent; any other text stays. */
export const plainMobile = (text: string): string => text.replace(/^\+?86(?=1[3-9]\d{9}$)/, '');
