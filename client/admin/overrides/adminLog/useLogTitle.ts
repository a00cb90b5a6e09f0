/** Titles of log entries in the current language, whichever language they were stored in. */
import { useCallback } from 'react';
import type { WireRow } from '../../../../common/entity/projectRow';
import { logTitle } from '../../../../common/locales/logTitle';
import { useEngine } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';

export function useLogTitle(): (row: WireRow) => string {
  const { registry } = useEngine();
  const lang = useLanguage();
  return useCallback(
    (row) =>
      logTitle(asString(row['title']), row['data'], {
        lang,
        entityNamed: (name) => registry.get(name),
      }),
    [registry, lang],
  );
}
