/** What staff do for a member besides editing: book, send a notice, see the member centre as the member sees it. */
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { RowEntriesProps } from '../../../engine/override';
import { useMay } from '../../../engine/useMay';
import { useRow } from '../../../engine/useRow';
import { useDialogStage } from '../../../shared/controls/DialogStage';
import { asText } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';
import { lazyPart } from '../../../ui/lazyPart';

const AdjustDialog = lazyPart(async () => (await import('../ledger/AdjustDialog')).AdjustDialog);
const SupportDialog = lazyPart(async () => (await import('./SupportDialog')).SupportDialog);
const NoticeDialog = lazyPart(async () => (await import('./NoticeDialog')).NoticeDialog);

export function MemberEntries({ id, onDone }: RowEntriesProps) {
  useLaterWords();
  const { t } = useTranslation();
  const rights = useMay(user);
  const kinds = { money: useMay(userMoneyLog).may('create'), score: useMay(userScoreLog).may('create') };
  const stage = useDialogStage();
  const { held } = useRow(user, id);
  const name = asText(held?.row['nickname']) || `#${id}`;
  const open = (draw: (close: () => void) => ReactNode) => () => {
    onDone();
    stage(draw);
  };
  const adjust = open((close) => <AdjustDialog id={id} name={name} kinds={kinds} onClose={close} />);
  const notice = open((close) => <NoticeDialog id={id} name={name} onClose={close} />);
  const support = open((close) => <SupportDialog id={id} name={name} onClose={close} />);
  // The centre shows the whole account: who may not see all of it here does not see it there either.
  const looks = rights.mayAct('support') && ['email', 'money'].every((column) => rights.readable.has(column));
  return (
    <>
      {(kinds.money || kinds.score) && <MenuItem onClick={adjust}>{t('care.adjust')}</MenuItem>}
      {rights.mayAct('send_notice') && <MenuItem onClick={notice}>{t('care.notice.open')}</MenuItem>}
      {looks && <MenuItem onClick={support}>{t('care.support.open')}</MenuItem>}
    </>
  );
}
