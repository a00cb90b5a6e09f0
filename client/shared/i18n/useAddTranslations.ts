/** Adds the translations of a lazily loaded screen to every language, before its first render. */
import type { i18n as I18n } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Translations } from './i18n';
import { LANGUAGES, type Lang } from '../../../common/lang';

export function addTranslations(i18n: I18n, translations: Readonly<Record<Lang, Translations>>): void {
  for (const lang of LANGUAGES) i18n.addResourceBundle(lang, 'translation', translations[lang], true, true);
}

export function useAddTranslations(translations: Readonly<Record<Lang, Translations>>): void {
  const { i18n } = useTranslation();
  useState(() => {
    addTranslations(i18n, translations);
    return true;
  });
}
