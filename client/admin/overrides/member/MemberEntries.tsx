/** What staff do for a member besides editing: book, send a notice, see the member centre as the member sees it. */
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { RowMenuItemsProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useOpenDialog } from '../../../shared/controls/DialogHost';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/AdjustDialog')).AdjustDialog);
const SupportDialog = lazyWithRetry(async () => (await import('./SupportDialog')).SupportDialog);
const NoticeDialog = lazyWithRetry(async () => (await import('./NoticeDialog')).NoticeDialog);

export function MemberEntries({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const rights = usePermissions(user);
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  const stage = useOpenDialog();
  const { cachedRow: held } = useRow(user, id);
  const name = asString(held?.row['nickname']) || `#${id}`;
  const open = (draw: (close: () => void) => ReactNode) => () => {
    onDone();
    stage(draw);
  };
  const adjust = open((close) => <AdjustDialog id={id} name={name} kinds={kinds} onClose={close} />);
  const notice = open((close) => <NoticeDialog id={id} name={name} onClose={close} />);
  const support = open((close) => <SupportDialog id={id} name={name} onClose={close} />);
  // The centre shows the whole account: who may not see all of it here does not see it there either.
  const looks = rights.canRunAction('support') && ['email', 'money'].every((column) => rights.readable.has(column));
  return (
    <>
      {(kinds.money || kinds.score) && <MenuItem onClick={adjust}>{t('memberSupport.adjust')}</MenuItem>}
      {rights.canRunAction('send_notice') && <MenuItem onClick={notice}>{t('memberSupport.notice.open')}</MenuItem>}
      {looks && <MenuItem onClick={support}>{t('memberSupport.support.open')}</MenuItem>}
    </>
  );
}
