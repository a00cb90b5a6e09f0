/** The notice bell of the member centre. */
import { useTranslation } from 'react-i18next';
import { NoticeBell } from '../../shared/notices/NoticeBell';
import { useCentreQuery } from '../memberCentreApi';

/** Member notices contain complete sentences, so no entity definitions are loaded. */
const noEntityNouns = () => undefined;

export function MemberBell() {
  const { t } = useTranslation();
  const supportUntil = useCentreQuery(undefined).data?.supportUntil ?? 0;
  return (
    <NoticeBell
      nounsOf={noEntityNouns}
      readOnlyReason={supportUntil > 0 ? t('faults.access.support_looks') : undefined}
    />
  );
}
