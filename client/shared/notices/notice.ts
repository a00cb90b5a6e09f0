/** A notice as the bell shows it: read from its row, said in the language of the screen. */
import { useTranslation } from 'react-i18next';
import { memoSaid } from '../../../common/locales/memos';
import { protectedTitle } from '../../../common/locales/protectedTitles';
import { noticeKinds, type NoticeKind, type NoticeText } from '../../../common/notices';
import { useApp } from '../app';
import { useAppSelector } from '../createStore';
import type { Wire } from '../entities';
import { useFormat } from '../format';
import { langOf } from '../i18n';
import { asOneOf, asRecord, asText, asWhole } from '../persist';
import { HIDDEN_AMOUNT, selectSettings } from '../settings';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** A path of this app; empty when it leads nowhere. */
  readonly link: string;
  readonly actor: string;
  readonly toldTime: number;
  readonly unread: boolean;
}

const plain = (value: unknown): Notice['params'] =>
  Object.fromEntries(
    Object.entries(asRecord(value) ?? {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
/** Only paths of our own: a link is data. */
const pathOf = (value: unknown): string => {
  const path = asText(value, 255);
  return /^\/(?![/\\])/.test(path) ? path : '';
};

export const noticeOf = (row: Wire): Notice => ({
  id: asWhole(row['id']),
  kind: asOneOf(row['kind'], noticeKinds, 'system'),
  title: asText(row['title'], 40),
  params: plain(row['params']),
  link: pathOf(row['link']),
  actor: asText(row['actor_name'], 30),
  toldTime: asWhole(row['told_time']),
  unread: (row['read_time'] ?? null) === null,
});

/** The names of a noun inside a sentence: of one and of several. */
export type NounsOf = (entity: string) => { readonly one: string; readonly many: string } | undefined;

const JOINER = '\u2060';

/** Amounts as everywhere else on the screen; hidden where this device hides them: the eye belongs to members, staff have none. */
function useTelling(): (amount: string | number) => string {
  const { realm } = useApp();
  const format = useFormat();
  const { discreet } = useAppSelector(selectSettings);
  return (amount) => {
    const isHidden = discreet && realm === 'user' && amount !== '';
    // Points are whole; money always has its cents.
    if (/^-?\d+$/.test(String(amount))) return isHidden ? HIDDEN_AMOUNT : format.number(Number(amount));
    return isHidden ? format.hiddenMoney : format.money(String(amount));
  };
}

/** About protected settings, which are named by their variable. */
const CHANGES: ReadonlySet<string> = new Set(['change_asked', 'change_approved', 'change_refused']);

/** Says a notice in the language of the reader; one of a newer house at least says what kind it is. */
export function useSentence(nounsOf: NounsOf): (notice: Notice) => string {
  const { t, i18n } = useTranslation();
  const { realm } = useApp();
  const tell = useTelling();
  const isText = (title: string): title is NoticeText => /^\w+$/.test(title) && i18n.exists(`notice.text.${title}`);
  return ({ kind, title, params, actor }) => {
    if (!isText(title)) return t(`notice.kinds.${kind}`);
    const nouns = nounsOf(String(params['entity'] ?? ''));
    const { one = t('notice.record'), many = t('notice.records') } = nouns ?? {};
    const { title: of = '', amount = '', after = '', memo = '', sign = '', total = '' } = params;
    const values = {
      // Who of the staff it was is the house’s own affair.
      actor: realm === 'user' ? t('notice.service') : actor,
      title: CHANGES.has(title) ? protectedTitle(langOf(i18n), String(of)) : of,
      count: Number(params['count'] ?? 1),
      noun: one,
      nouns: many,
      amount: tell(amount),
      after: tell(after),
      memo: memoSaid(String(memo), langOf(i18n)),
      // Never parted from its amount at the end of a line.
      sign: sign === '' ? '' : `${sign}${JOINER}`,
      total: tell(total),
    };
    return t(`notice.text.${title}`, values);
  };
}
