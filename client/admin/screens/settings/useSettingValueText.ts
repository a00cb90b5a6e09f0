/** Formats the value of a setting as text: amounts as money, options by their label, `null` as "none". */
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

/** Settings with these names are amounts in whole units of the currency. */
const isAmount = (name: string) => name.endsWith('_money');

export function useSettingValueText(): (name: string, value: Json) => string {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  return (name, value) => {
    if (value === null) return t('settings.second.none');
    if (typeof value === 'number') return isAmount(name) ? format.money(`${value}.00`) : format.number(value);
    return typeof value === 'string' ? t(`settings.options.${value}`, { defaultValue: value }) : JSON.stringify(value);
  };
}
