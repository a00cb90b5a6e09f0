/** Shows a toast about a booked entry and updates it with the number of devices that received it, until it is closed. */
import type { TFunction } from 'i18next';
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import type { App } from '../../../shared/app/appContext';
import { getReadReceiptsClient } from '../receipts/readReceiptsClient';
import type { Toast } from '../../../shared/toasts/toasts';
import { countArrived } from '../receipts/deviceReceipts';

export interface BookedEntry {
  readonly memberId: number;
  readonly kind: 'money' | 'score';
  /** Number of the entry in its account. */
  readonly n: number;
  readonly text: string;
  /** A button of the toast. */
  readonly action?: Toast['action'];
}

/** Counts only reports of devices; undefined for an online member whose devices have reported nothing yet. */
function deliveryText(t: TFunction, { kind, n }: BookedEntry, frame: ReceiptsFrame | undefined): string | undefined {
  if (frame === undefined || 'gone' in frame) return undefined;
  const count = countArrived(frame[kind] ?? [], n);
  if (count > 0) return t('ledger.delivered', { count });
  return frame.online === 0 ? t('ledger.waits') : undefined;
}

export function showBookedToast(
  { toasts, live }: Pick<App, 'toasts' | 'live'>,
  t: TFunction,
  booked: BookedEntry,
): void {
  const { memberId, kind, n, text, action } = booked;
  const key = `booked:${kind}:${memberId}:${n}`;
  const receipts = getReadReceiptsClient({ live });
  let shownText = '';
  const updateToast = () => {
    const delivery = deliveryText(t, booked, receipts.current(memberId));
    const nextText = delivery === undefined ? text : `${text} · ${delivery}`;
    if (nextText === shownText) return;
    shownText = nextText;
    toasts.show('success', nextText, action, key);
  };
  const isShown = () => toasts.list().some((toast) => toast.key === key);
  updateToast();
  const unfollow = receipts.follow(memberId, () => {
    if (isShown()) updateToast();
  });
  const unsubscribe = toasts.subscribe(() => {
    if (isShown()) return;
    unsubscribe();
    unfollow();
  });
}
