/** What a row's stored title is called in the language of the screen; nearly always the title itself. */
import type { Wire } from '../../common/entity/project';
import { useLang } from '../shared/i18n';
import { useEngine } from './engineContext';

export function useSayTitle(entity: string): (title: string, row?: Wire) => string {
  const { registry, overrides } = useEngine();
  const lang = useLang();
  const say = overrides.get(entity)?.sayTitle;
  return (title, row) => say?.(title, lang, registry, row) ?? title;
}
