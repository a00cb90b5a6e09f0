/** The texts of notices and of the bell, which load with the bell. */
import { notice as noticeEn } from '../../../common/locales/en/notice';
import { notice as noticeZh } from '../../../common/locales/zh-cn/notice';

export const noticeTranslations = { en: { notice: noticeEn }, 'zh-cn': { notice: noticeZh } };
