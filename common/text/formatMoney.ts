/** Amounts of money as people read them: grouped digits, the symbol of the currency, the sign in front. */

/** ISO 4217 code of sites that chose no currency. */
export const DEFAULT_CURRENCY = 'CNY';

/** The parts of an amount in the order they are read; `symbol` may be dropped where room is short, `digits` never. */
export interface MoneyParts {
  readonly sign: '' | '+' | '−';
  readonly symbol: string;
  readonly digits: string;
  /** False where a currency is written behind the digits. */
  readonly symbolFirst: boolean;
}
export interface MoneyFormat {
  readonly lang: 'en' | 'zh-cn';
  /** ISO 4217 code. */
  readonly currency: string;
  /** Writes `+` before amounts above zero. */
  readonly signed?: boolean;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const LOCALE_TAGS = { en: 'en-US', 'zh-cn': 'zh-CN' } as const;
const formats = new Map<string, Intl.NumberFormat>();

/** The currency's format; an unknown code falls back to the default currency. */
function getNumberFormat({ lang, currency }: MoneyFormat): Intl.NumberFormat {
  const cached = formats.get(lang + currency);
  if (cached !== undefined) return cached;
  const options = { style: 'currency', currencyDisplay: 'narrowSymbol' } as const;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const code = /^[A-Z]{3}$/.test(currency) ? currency : DEFAULT_CURRENCY;
  const format = new Intl.NumberFormat(LOCALE_TAGS[lang], { ...options, ...digits, currency: code });
  formats.set(lang + currency, format);
  return format;
}

/** Splits a decimal string of the wire such as `-1204.50`; undefined when the text is not an amount. */
export function moneyParts(amount: string, moneyFormat: MoneyFormat): MoneyParts | undefined {
  if (!DECIMAL.test(amount)) return undefined;
  // A decimal given as text is formatted exactly, without passing through a float.
  const parts = getNumberFormat(moneyFormat).formatToParts(amount as `${number}`);
  const digits = parts.flatMap(({ type, value }) => (NUMERIC.has(type) ? [value] : [])).join('');
  const symbolIndex = parts.findIndex(({ type }) => type === 'currency');
  const symbolFirst = symbolIndex < parts.findIndex(({ type }) => type === 'integer');
  // Letters such as `CHF` keep their space.
  const separator = parts.some(({ type }) => type === 'literal') ? '\u00A0' : '';
  const code = parts[symbolIndex]?.value ?? '';
  const isZero = !/[1-9]/.test(amount);
  const sign = isZero ? '' : amount.startsWith('-') ? '−' : moneyFormat.signed === true ? '+' : '';
  return { sign, symbol: symbolFirst ? code + separator : separator + code, digits, symbolFirst };
}
const NUMERIC: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction']);

/** `¥1,204.50`, `−¥20.00`, and `+¥20.00` where it is signed; a text that is not an amount stays as it is. */
export function formatMoney(amount: string, moneyFormat: MoneyFormat): string {
  const parts = moneyParts(amount, moneyFormat);
  if (parts === undefined) return amount;
  const { sign, symbol, digits, symbolFirst } = parts;
  return sign + (symbolFirst ? symbol + digits : digits + symbol);
}
