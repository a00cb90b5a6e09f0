/** Beside the add button of the histories: the totals of the own shift. */
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { usePermissions } from '../../../../engine/usePermissions';
import { useOpenDialog } from '../../../../shared/controls/DialogHost';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../../../shared/theme/designTokens';
import { lazyWithRetry } from '../../../../ui/lazyWithRetry';

const ShiftDialog = lazyWithRetry(async () => (await import('./ShiftDialog')).ShiftDialog);

export function ShiftButton() {
  useLazyTranslations();
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true });
  if (!usePermissions(userMoneyLog).can('read')) return null;
  const open = () => openDialog((close) => <ShiftDialog onClose={close} />);
  const label = t('ledger.shift.title');
  return isPhone ? (
    <IconButton aria-label={label} title={label} onClick={open}>
      <ReceiptLong />
    </IconButton>
  ) : (
    <Button onClick={open}>{label}</Button>
  );
}
