/** The notice bell of the member center. */
import { useTranslation } from 'react-i18next';
import { NoticeBell } from '../../shared/notices/NoticeBell';
import { NOTICES_PERMISSION } from '../memberMenu';
import { useCenterQuery } from '../memberCenterApi';

/** Member notices contain complete sentences, so no entity definitions are loaded. */
const findNoEntityNames = () => undefined;

export function MemberBell() {
  const { t } = useTranslation();
  const { supportUntil = 0, permittedPaths = [] } = useCenterQuery(undefined).data ?? {};
  return (
    <NoticeBell
      findEntityNames={findNoEntityNames}
      allPath={permittedPaths.find(({ name }) => name === NOTICES_PERMISSION)?.to}
      readOnlyReason={supportUntil > 0 ? t('faults.access.support_looks') : undefined}
    />
  );
}
