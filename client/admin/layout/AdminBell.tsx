/** The console's bell: it knows the nouns, so a notice can name them in the language of the screen. */
import { useCallback } from 'react';
import { entityWords } from '../../../common/locales/entityWords';
import { inSentence } from '../../engine/inSentence';
import { useEngine } from '../../engine/engineContext';
import { useLang } from '../../shared/i18n';
import { Bell } from '../../shared/notices/Bell';

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
  return <Bell nounsOf={nounsOf} />;
}
