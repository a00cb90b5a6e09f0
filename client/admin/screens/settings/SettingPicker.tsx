/** Picks the time zone or the currency of the site by its name or code. */
import { useMemo } from 'react';
import { listCurrencies } from '../../../../common/text/currency';
import { asString } from '../../../../common/json';
import type { Lang } from '../../../../common/lang';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import { ScreenInput, type ScreenOption } from '../../inputs/ScreenInput';

const readZoneName = (lang: Lang, timeZone: string, timeZoneName: 'shortOffset' | 'longGeneric'): string =>
  new Intl.DateTimeFormat(lang, { timeZone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? '';

export const listTimeZones = (lang: Lang): readonly ScreenOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({
    name,
    title: `${name.replaceAll('_', ' ')} (${readZoneName('en', name, 'shortOffset')})`,
    hint: readZoneName(lang, name, 'longGeneric'),
  }));

export function listCurrencyOptions(lang: Lang): readonly ScreenOption[] {
  const names = new Intl.DisplayNames(lang, { type: 'currency' });
  return listCurrencies().map((code) => ({ name: code, title: `${code} – ${names.of(code) ?? code}`, hint: '' }));
}

export function SettingPicker(props: InputProps) {
  const lang = useLanguage();
  const isCurrency = asString(useOptimisticRow('config', props.rowId ?? 0)?.row['name']) === 'currency';
  const options = useMemo(() => (isCurrency ? listCurrencyOptions(lang) : listTimeZones(lang)), [isCurrency, lang]);
  return <ScreenInput {...props} options={options} />;
}
