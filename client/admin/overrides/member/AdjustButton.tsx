/** The button that books an entry in the balance or the points of a member; absent without permission for either. */
import AdjustIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { usePermissions } from '../../../engine/usePermissions';
import { useOpenDialog } from '../../../shared/controls/DialogHost';
import { bookableKey } from '../ledger/amounts';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/booking/AdjustDialog')).AdjustDialog);

interface AdjustButtonProps {
  readonly id: number;
  readonly name: string;
  /** By default, it names the ledgers that the person may book in. */
  readonly label?: string;
}
export function AdjustButton({ id, name, label }: AdjustButtonProps) {
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  if (!kinds.money && !kinds.score) return null;
  const open = () => openDialog((close) => <AdjustDialog id={id} name={name} kinds={kinds} onClose={close} />);
  return (
    <Button size="small" variant="outlined" startIcon={<AdjustIcon />} onClick={open} sx={{ flex: 'none' }}>
      {label ?? t(`memberSupport.adjust.${bookableKey(kinds)}`)}
    </Button>
  );
}
