/** Titles of the protected settings. A separate file because the first screens of the console need them before the other texts of settings. */
import type { Lang } from '../lang';

export const protectedTitles = {
  en: {
    captcha: 'Captcha',
    password_min_admin: 'Minimum admin password length',
    password_min_member: 'Minimum member password length',
    ledger_stepup_money: 'Password required from (amount)',
    ledger_stepup_score: 'Password required from (points)',
    ledger_second_money: 'Approval required from (amount)',
    ledger_second_score: 'Approval required from (points)',
    ledger_clerk_day_money: 'Daily limit per admin (amount)',
    ledger_clerk_day_score: 'Daily limit per admin (points)',
  },
  'zh-cn': {
    captcha: '验证码',
    password_min_admin: '管理员密码最短长度',
    password_min_member: '会员密码最短长度',
    ledger_stepup_money: '余额变动需再次验证密码的金额',
    ledger_stepup_score: '积分变动需再次验证密码的数量',
    ledger_second_money: '余额变动需他人复核的金额',
    ledger_second_score: '积分变动需他人复核的数量',
    ledger_clerk_day_money: '单个管理员每日余额变动上限',
    ledger_clerk_day_score: '单个管理员每日积分变动上限',
  },
} as const;

/** The title of a protected setting by its variable name; the name itself when it is not built in. */
export const protectedTitle = (lang: Lang, name: string): string => {
  const titles: Readonly<Record<string, string>> = protectedTitles[lang];
  return Object.hasOwn(titles, name) ? (titles[name] ?? name) : name;
};
