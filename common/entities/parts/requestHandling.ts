/** Fields of requests that visitors send by a form of the site: who handled them and when, the visitor's language and consent. */
import { choice, datetime, ref } from '../../entity/field';

/** The server writes all of them. */
export const requestFields = {
  /** The admin of the last change of the handling state, and its time; empty while the state is the first. */
  handled_by: ref('admin', { readonly: true }),
  handled_at: datetime({ readonly: true }),
  /** The language of the page that the visitor used; empty for requests that staff enters. */
  locale: choice({ chinese: 'zh-cn', en: 'en' }, { readonly: true }),
  /** When the visitor agreed to the privacy policy. */
  consent_at: datetime({ readonly: true }),
} as const;

/** Rows of the form's group `handling`. */
export const requestFormRows = [
  ['handled_by', 'handled_at'],
  ['locale', 'consent_at'],
] as const;

export const requestLabels = {
  en: {
    handled_by: 'Handled by',
    handled_at: 'Handled',
    locale: ['Language', { chinese: 'Chinese', en: 'English' }],
    consent_at: 'Consent given',
  },
  'zh-cn': {
    handled_by: '处理人',
    handled_at: '处理时间',
    locale: ['访客语言', { chinese: '中文', en: '英文' }],
    consent_at: '同意时间',
  },
} as const;

export const requestHelp = {
  en: { consent_at: 'When the visitor agreed to the privacy policy' },
  'zh-cn': { consent_at: '访客同意隐私政策的时间' },
} as const;

export const requestGroupLabels = { en: { handling: 'Handling' }, 'zh-cn': { handling: '处理' } } as const;
