/** Notice bell of the console; passes the entity labels in the current language to the bell. */
import Box from '@mui/material/Box';
import { Suspense, useCallback } from 'react';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { lowercaseInitial } from '../../../engine/lowercaseInitial';
import { useEngine } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const Bell = lazyWithRetry(async () => (await import('../../../shared/notices/NoticeBell')).NoticeBell, 'small');

export function AdminNoticeBell() {
  const { registry } = useEngine();
  const language = useLanguage();
  const findEntityNames = useCallback(
    (name: string) => {
      const entity = registry.get(name);
      if (entity === undefined) return undefined;
      const { one, rows } = entityLabels(entity, language);
      return { one: lowercaseInitial(one), many: lowercaseInitial(rows) };
    },
    [registry, language],
  );
  return (
    <Suspense fallback={<Box sx={{ width: 36 }} />}>
      <Bell findEntityNames={findEntityNames} />
    </Suspense>
  );
}
