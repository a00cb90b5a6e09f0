/** The console's bell: it knows the nouns, so a notice can name them in the language of the screen. */
import Box from '@mui/material/Box';
import { Suspense, useCallback } from 'react';
import { entityWords } from '../../../common/locales/entityWords';
import { inSentence } from '../../engine/inSentence';
import { useEngine } from '../../engine/engineContext';
import { useLang } from '../../shared/i18n';
import { lazyPart } from '../../ui/lazyPart';

const Bell = lazyPart(async () => (await import('../../shared/notices/Bell')).Bell, 'small');

export function AdminBell() {
  const { registry } = useEngine();
  const lang = useLang();
  const nounsOf = useCallback(
    (name: string) => {
      const entity = registry.get(name);
      if (entity === undefined) return undefined;
      const { one, many } = entityWords(entity, lang);
      return { one: inSentence(one), many: inSentence(many) };
    },
    [registry, lang],
  );
  return (
    <Suspense fallback={<Box sx={{ width: 40 }} />}>
      <Bell nounsOf={nounsOf} />
    </Suspense>
  );
}
