/** Titles of the admin log in the language of the screen, whatever language they were written in. */
import { useCallback } from 'react';
import type { Wire } from '../../../../common/entity/project';
import { logTitle } from '../../../../common/locales/logTitle';
import { useEngine } from '../../../engine/engineContext';
import { useLang } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';

export function useLogTitle(): (row: Wire) => string {
  const { registry } = useEngine();
  const lang = useLang();
  return useCallback(
    (row) =>
      logTitle(asText(row['title']), row['data'], {
        lang,
        entityNamed: (name) => registry.get(name),
      }),
    [registry, lang],
  );
}
