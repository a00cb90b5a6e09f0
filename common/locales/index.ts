/** Texts of both languages, for the server and for tests. A browser loads one language, without the texts that only the server uses. */
import { en } from './en';
import { captcha } from './en/captcha';
import { compat } from './en/compat';
import { member } from './en/member';
import { packageProblems } from './en/packageProblems';
import { pages } from './en/pages';
import { publicForms } from './en/publicForms';
import { serverFaults } from './en/serverFaults';
import { serverIssues } from './en/serverIssues';
import { site } from './en/site';
import { success } from './en/success';
import { captcha as captchaZh } from './zh-cn/captcha';
import { compat as compatZh } from './zh-cn/compat';
import { member as memberZh } from './zh-cn/member';
import { packageProblems as packageProblemsZh } from './zh-cn/packageProblems';
import { pages as pagesZh } from './zh-cn/pages';
import { publicForms as publicFormsZh } from './zh-cn/publicForms';
import { serverFaults as serverFaultsZh } from './zh-cn/serverFaults';
import { serverIssues as serverIssuesZh } from './zh-cn/serverIssues';
import { site as siteZh } from './zh-cn/site';
import { success as successZh } from './zh-cn/success';
import { zhCn } from './zhCn';

export const locales = {
  en: {
    ...en,
    faults: {
      ...en.faults,
      ...serverFaults,
      access: { ...en.faults.access, ...serverFaults.access },
      member: { ...en.faults.member, ...serverFaults.member },
      request: { ...en.faults.request, ...serverFaults.request },
      upload: { ...en.faults.upload, ...serverFaults.upload },
    },
    issues: { ...en.issues, ...serverIssues },
    captcha,
    compat,
    member,
    packageProblems,
    pages,
    publicForms,
    site,
    success,
  },
  'zh-cn': {
    ...zhCn,
    faults: {
      ...zhCn.faults,
      ...serverFaultsZh,
      access: { ...zhCn.faults.access, ...serverFaultsZh.access },
      member: { ...zhCn.faults.member, ...serverFaultsZh.member },
      request: { ...zhCn.faults.request, ...serverFaultsZh.request },
      upload: { ...zhCn.faults.upload, ...serverFaultsZh.upload },
    },
    issues: { ...zhCn.issues, ...serverIssuesZh },
    captcha: captchaZh,
    compat: compatZh,
    member: memberZh,
    packageProblems: packageProblemsZh,
    pages: pagesZh,
    publicForms: publicFormsZh,
    site: siteZh,
    success: successZh,
  },
};

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
/** Every key of the texts, dotted: `faults.row.missing`. */
export type TranslationKey = Paths<typeof locales.en>;
