/** Translates a stored title into the current language; usually returns it unchanged. */
import type { WireRow } from '../../../common/entity/projectRow';
import { useLanguage } from '../../shared/i18n/i18n';
import { useEngine } from '../engineContext';

export function useTranslateTitle(entity: string): (title: string, row?: WireRow) => string {
  const { registry, overrides } = useEngine();
  const lang = useLanguage();
  const translateTitle = overrides.get(entity)?.translateTitle;
  return (title, row) => translateTitle?.(title, lang, registry, row) ?? title;
}
