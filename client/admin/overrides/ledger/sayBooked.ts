/** Says that an entry was booked, and goes on saying on how many devices it arrived for as long as the message stands. */
import type { TFunction } from 'i18next';
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import type { App } from '../../../shared/app/appContext';
import { careDeskOf } from '../member/careDesk';
import { arrivedAt } from '../member/delivery';

export interface Booked {
  readonly member: number;
  readonly kind: 'money' | 'score';
  /** Its number in the account. */
  readonly n: number;
  readonly text: string;
}

/** Only what a device said itself; of a member who is here and said nothing yet, nothing is claimed. */
function delivery(t: TFunction, { kind, n }: Booked, frame: ReceiptsFrame | undefined): string | undefined {
  if (frame === undefined || 'gone' in frame) return undefined;
  const count = arrivedAt(frame[kind] ?? [], n);
  if (count > 0) return t('ledger.delivered', { count });
  return frame.online === 0 ? t('ledger.waits') : undefined;
}

export function sayBooked({ toasts, live }: Pick<App, 'toasts' | 'live'>, t: TFunction, booked: Booked): void {
  const { member, kind, n, text } = booked;
  const key = `booked:${kind}:${member}:${n}`;
  const desk = careDeskOf({ live });
  let said = '';
  const say = () => {
    const more = delivery(t, booked, desk.now(member));
    const next = more === undefined ? text : `${text} · ${more}`;
    if (next === said) return;
    said = next;
    toasts.show('success', next, undefined, key);
  };
  const stands = () => toasts.list().some((toast) => toast.key === key);
  say();
  const part = desk.follow(member, () => {
    if (stands()) say();
  });
  const stop = toasts.subscribe(() => {
    if (stands()) return;
    stop();
    part();
  });
}
