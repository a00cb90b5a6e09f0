/** Currencies of amounts: ISO 4217 codes whose amounts have two decimals, as all balances do. */

/** Whether a text is the ISO 4217 code of a currency in use that has two decimals. */
export function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
