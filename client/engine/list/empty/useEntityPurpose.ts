/** Purpose of an entity in the reader's language: the text of an empty list (empty state). */
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

/** Returns the text for an entity; undefined for one without a text, such as a designed one. */
export function useEntityPurpose(): (entity: string) => string | undefined {
  useLazyTranslations();
  const { t, i18n } = useTranslation();
  return (entity) => {
    const key = `purposes.${entity}`;
    return i18n.exists(key) ? String(t(key as 'purposes.news')) : undefined;
  };
}
