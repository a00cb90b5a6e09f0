/** The bell of the member centre; its words come with it. */
import { notice as noticeEn } from '../../../common/locales/en/notice';
import { notice as noticeZh } from '../../../common/locales/zh-cn/notice';
import { Bell } from '../../shared/notices/Bell';
import { useMoreWords } from '../../shared/useMoreWords';

const words = { en: { notice: noticeEn }, 'zh-cn': { notice: noticeZh } };
/** Members are told in whole sentences; the definitions stay with the console. */
const noNouns = () => undefined;

export function MemberBell() {
  useMoreWords(words);
  return <Bell nounsOf={noNouns} />;
}
