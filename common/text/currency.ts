/** Currencies of amounts: those that have two decimals, as all balances do. */

/**
 * The currencies in use that have two minor units: ISO 4217 list one (currencies, without funds codes), as of 2026.
 * `Intl` returns display digits of the CLDR instead, which are 0 for HUF or IDR, and lists withdrawn codes such as HRK.
 */
const TWO_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
   DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
   KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
   PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
   USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`.split(/\s+/),
);

export const listCurrencies = (): readonly string[] => [...TWO_DECIMAL_CURRENCIES];

/** Whether a text is the ISO 4217 code of a currency in use that has two decimals. */
export const isCurrency = (code: string): boolean => TWO_DECIMAL_CURRENCIES.has(code);
