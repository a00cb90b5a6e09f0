/** Prices of a catalog, in its own currency. */
import { useTranslation } from 'react-i18next';
import type { MarketItem } from '../../../common/modules/market';
import { formatMoney } from '../../../common/text/formatMoney';
import { useLanguage } from '../i18n/i18n';

interface PriceTexts {
  /** A decimal text with the currency. */
  readonly money: (amount: string) => string;
  readonly points: (count: number) => string;
  /** The price of a plugin in a line. */
  readonly price: (item: Pick<MarketItem, 'price' | 'points'>) => string;
}
export function usePriceText(currency: string): PriceTexts {
  const { t } = useTranslation();
  const lang = useLanguage();
  const number = new Intl.NumberFormat(lang);
  const money = (amount: string) => formatMoney(amount, { lang, currency });
  const points = (count: number) => t('market.points', { count: number.format(count) });
  return {
    money,
    points,
    price: ({ price, points: inPoints }) => {
      if (Number(price) === 0) return t('market.free');
      const or = inPoints === null ? '' : ` ${t('market.or_points', { count: number.format(inPoints) })}`;
      return money(price) + or;
    },
  };
}
