/** The bell of the member centre; its words come with it. */
import { useTranslation } from 'react-i18next';
import { notice as noticeEn } from '../../../common/locales/en/notice';
import { notice as noticeZh } from '../../../common/locales/zh-cn/notice';
import { NoticeBell } from '../../shared/notices/NoticeBell';
import { useAddTranslations } from '../../shared/i18n/useAddTranslations';
import { useCentreQuery } from '../memberCentreApi';

const noticeTranslations = { en: { notice: noticeEn }, 'zh-cn': { notice: noticeZh } };
/** Members are told in whole sentences; the definitions stay with the console. */
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
