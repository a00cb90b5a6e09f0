/** Row menu items of a member: book an entry, send a notice, view the account. */
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
import { bookableKey } from '../ledger/amounts';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/booking/AdjustDialog')).AdjustDialog);
const SupportDialog = lazyWithRetry(async () => (await import('./SupportDialog')).SupportDialog);
const FactorDialog = lazyWithRetry(async () => (await import('./FactorDialog')).FactorDialog);
const MemberStatementDialog = lazyWithRetry(
  async () => (await import('../ledger/statement/MemberStatementDialog')).MemberStatementDialog,
);
const NoticeDialog = lazyWithRetry(async () => (await import('./NoticeDialog')).NoticeDialog);

/** The ledgers whose entries and amounts the reader sees. */
function useSeenLedgers() {
  const [money, score] = [usePermissions(userMoneyLog), usePermissions(userScoreLog)];
  return {
    money: money.can('read') && money.readable.has('money'),
    score: score.can('read') && score.readable.has('score'),
  };
}

export function MemberMenuItems({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const permissions = usePermissions(user);
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  const seen = useSeenLedgers();
  const openDialog = useOpenDialog();
  const { cachedRow } = useRow(user, id);
  const name = asString(cachedRow?.row['nickname']) || `#${id}`;
  const createOpener = (renderDialog: (close: () => void) => ReactNode) => () => {
    onDone();
    openDialog(renderDialog);
  };
  const openAdjustDialog = createOpener((close) => <AdjustDialog id={id} name={name} kinds={kinds} onClose={close} />);
  const openStatement = createOpener((close) => (
    <MemberStatementDialog id={id} name={name} kinds={seen} onClose={close} />
  ));
  const openNoticeDialog = createOpener((close) => <NoticeDialog id={id} name={name} onClose={close} />);
  const openFactorDialog = createOpener((close) => <FactorDialog id={id} name={name} onClose={close} />);
  const openSupportDialog = createOpener((close) => <SupportDialog id={id} name={name} onClose={close} />);
  // The member center shows the whole account, so the action needs permission to read all of it.
  const canViewAccount =
    permissions.canRunAction('support') && ['email', 'money'].every((column) => permissions.readable.has(column));
  return (
    <>
      {(kinds.money || kinds.score) && (
        <MenuItem onClick={openAdjustDialog}>{t(`memberSupport.adjust.${bookableKey(kinds)}`)}</MenuItem>
      )}
      {(seen.money || seen.score) && <MenuItem onClick={openStatement}>{t('balance.statement.title')}</MenuItem>}
      {permissions.canRunAction('send_notice') && (
        <MenuItem onClick={openNoticeDialog}>{t('memberSupport.notice.open')}</MenuItem>
      )}
      {permissions.canRunAction('remove_factor') && (
        <MenuItem onClick={openFactorDialog}>{t('memberSupport.factor.open')}</MenuItem>
      )}
      {canViewAccount && <MenuItem onClick={openSupportDialog}>{t('memberSupport.support.open')}</MenuItem>}
    </>
  );
}
