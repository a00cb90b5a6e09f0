/** Parses a notice from its row and formats it in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { Lang } from '../../../common/lang';
import { memoText } from '../../../common/locales/memos';
import { protectedTitle } from '../../../common/locales/protectedTitles';
import { taskName } from '../../../common/locales/taskNames';
import { noticeKinds, type NoticeKind, type NoticeTextKey } from '../../../common/notices';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import type { RowData } from '../store/entities';
import { useFormatters } from '../i18n/format';
import { currentLanguage } from '../i18n/i18n';
import { asOneOf, asRecord, asString, asInteger } from '../../../common/json';
import { HIDDEN_AMOUNT, selectSettings } from '../store/settings';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** A path of this app; empty if there is no link. */
  readonly link: string;
  readonly actor: string;
  readonly createdAt: number;
  readonly isUnread: boolean;
}

const plainParams = (value: unknown): Notice['params'] =>
  Object.fromEntries(
    Object.entries(asRecord(value) ?? {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
/** Accepts only paths of this product: a link is untrusted data. */
const parseLink = (value: unknown): string => {
  const path = asString(value, 255);
  return /^\/(?![/\\])/.test(path) ? path : '';
};

export const parseNotice = (row: RowData): Notice => ({
  id: asInteger(row['id']),
  kind: asOneOf(row['kind'], noticeKinds, 'system'),
  title: asString(row['title'], 40),
  params: plainParams(row['params']),
  link: parseLink(row['link']),
  actor: asString(row['actor_name'], 30),
  createdAt: asInteger(row['told_time']),
  isUnread: (row['read_time'] ?? null) === null,
});

/** The singular and plural labels of an entity inside a sentence. */
export type FindEntityNames = (entity: string) => { readonly one: string; readonly many: string } | undefined;

const WORD_JOINER = '\u2060';

/** Formats amounts like the rest of the screen, hidden if the member hides them on this device. */
function useFormatAmount(): (amount: string | number) => string {
  const { realm } = useApp();
  const format = useFormatters();
  const { discreet } = useAppSelector(selectSettings);
  return (amount) => {
    const isHidden = discreet && realm === 'member' && amount !== '';
    // Points are whole; money always has its cents.
    if (/^-?\d+$/.test(String(amount))) return isHidden ? HIDDEN_AMOUNT : format.number(Number(amount));
    return isHidden ? format.hiddenMoney : format.money(String(amount));
  };
}

/** Notices about protected settings, which are named by their variable. */
const APPROVAL_TITLES: ReadonlySet<string> = new Set(['change_asked', 'change_approved', 'change_refused']);
/** Names the subject of a notice whose parameters name it by a key. */
function subjectName({ kind, title }: Pick<Notice, 'kind' | 'title'>, subject: string, lang: Lang): string {
  if (kind === 'task_ended') return taskName(lang, subject);
  return APPROVAL_TITLES.has(title) ? protectedTitle(lang, subject) : subject;
}

/** Formats a notice; one of an unknown kind, from a newer server, shows at least its kind. */
export function useNoticeText(findEntityNames: FindEntityNames): (notice: Notice) => string {
  const { t, i18n } = useTranslation();
  const { realm } = useApp();
  const formatAmount = useFormatAmount();
  const isText = (title: string): title is NoticeTextKey => /^\w+$/.test(title) && i18n.exists(`notice.text.${title}`);
  return ({ kind, title, params, actor }) => {
    if (!isText(title)) return t(`notice.kinds.${kind}`);
    const names = findEntityNames(String(params['entity'] ?? ''));
    const { one = t('notice.record'), many = t('notice.records') } = names ?? {};
    const { title: subject = '', amount = '', after = '', memo = '', sign = '', total = '' } = params;
    const values = {
      // Members do not see which staff member acted.
      actor: realm === 'member' ? t('notice.service') : actor,
      title: subjectName({ kind, title }, String(subject), currentLanguage(i18n)),
      count: Number(params['count'] ?? 1),
      noun: one,
      nouns: many,
      amount: formatAmount(amount),
      after: formatAmount(after),
      memo: memoText(String(memo), currentLanguage(i18n)),
      // A word joiner keeps the sign and the amount in one line.
      sign: sign === '' ? '' : `${sign}${WORD_JOINER}`,
      total: formatAmount(total),
    };
    return t(`notice.text.${title}`, values);
  };
}
