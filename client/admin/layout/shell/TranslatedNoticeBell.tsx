/** The notice bell with its texts. */
import type { ComponentProps } from 'react';
import { useAddTranslations } from '../../../shared/i18n/useAddTranslations';
import { NoticeBell } from '../../../shared/notices/NoticeBell';
import { noticeTranslations } from '../../../shared/notices/noticeTranslations';

export function TranslatedNoticeBell(props: ComponentProps<typeof NoticeBell>) {
  useAddTranslations(noticeTranslations);
  return <NoticeBell {...props} />;
}
