/** The bell of the member centre; its words come with it. */
import { useTranslation } from 'react-i18next';
import { notice as noticeEn } from '../../../common/locales/en/notice';
import { notice as noticeZh } from '../../../common/locales/zh-cn/notice';
import { Bell } from '../../shared/notices/Bell';
import { useMoreWords } from '../../shared/useMoreWords';
import { useCentreQuery } from '../centreApi';

const words = { en: { notice: noticeEn }, 'zh-cn': { notice: noticeZh } };
/** Members are told in whole sentences; the definitions stay with the console. */
const noNouns = () => undefined;

export function MemberBell() {
  useMoreWords(words);
  const { t } = useTranslation();
  const support = useCentreQuery(undefined).data?.support ?? 0;
  return <Bell nounsOf={noNouns} barred={support > 0 ? t('faults.access.support_looks') : undefined} />;
}
