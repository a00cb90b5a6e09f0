/** The words the member centre says: the console's many others would weigh on every member's first load. */
import { captcha as captchaEn } from '../../common/locales/en/captcha';
import { console as consoleEn } from '../../common/locales/en/console';
import { faults as faultsEn } from '../../common/locales/en/faults';
import { member as memberEn } from '../../common/locales/en/member';
import { notice as noticeEn } from '../../common/locales/en/notice';
import { shell as shellEn } from '../../common/locales/en/shell';
import { captcha as captchaZh } from '../../common/locales/zh-cn/captcha';
import { console as consoleZh } from '../../common/locales/zh-cn/console';
import { faults as faultsZh } from '../../common/locales/zh-cn/faults';
import { member as memberZh } from '../../common/locales/zh-cn/member';
import { notice as noticeZh } from '../../common/locales/zh-cn/notice';
import { shell as shellZh } from '../../common/locales/zh-cn/shell';
import type { Wordbook } from '../shared/i18n';

export const memberWords = {
  en: {
    captcha: captchaEn,
    console: consoleEn,
    faults: faultsEn,
    member: memberEn,
    notice: noticeEn,
    shell: shellEn,
  },
  'zh-cn': {
    captcha: captchaZh,
    console: consoleZh,
    faults: faultsZh,
    member: memberZh,
    notice: noticeZh,
    shell: shellZh,
  },
} as const satisfies Wordbook;
