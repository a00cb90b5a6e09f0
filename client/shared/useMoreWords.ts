/** Hands the words of a screen that was just loaded to every language, before the screen says the first of them. */
import { useState } from 'react';
import { useApp } from './app';
import type { Words } from './i18n';
import { LANGS, type Lang } from './settings';

export function useMoreWords(words: Readonly<Record<Lang, Words>>): void {
  const { i18n } = useApp();
  useState(() => {
    for (const lang of LANGS) i18n.addResourceBundle(lang, 'translation', words[lang], true, true);
    return true;
  });
}
