/** The notice bell of the member centre, with its translations. */
import { useTranslation } from 'react-i18next';
import { noticeTranslations } from '../../shared/notices/noticeTranslations';
import { NoticeBell } from '../../shared/notices/NoticeBell';
import { useAddTranslations } from '../../shared/i18n/useAddTranslations';
import { useCentreQuery } from '../memberCentreApi';

/** Member notices contain complete sentences, so no entity definitions are loaded. */
const noEntityNouns = () => undefined;

export function MemberBell() {
  useAddTranslations(noticeTranslations);
  const { t } = useTranslation();
  const supportUntil = useCentreQuery(undefined).data?.supportUntil ?? 0;
  return (
    <NoticeBell
      nounsOf={noEntityNouns}
      readOnlyReason={supportUntil > 0 ? t('faults.access.support_looks') : undefined}
    />
  );
}
