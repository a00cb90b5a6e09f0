/** Refunds a purchase, with a reason that the member reads; declines a request for a refund. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PURCHASE_STATUS, pluginPurchase } from '../../../../common/entities/pluginPurchase';
import { asString } from '../../../../common/json';
import { useRow } from '../../../engine/data/useRow';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { publishApi } from './publishApi';

interface RefundDialogProps {
  readonly id: number;
  readonly number: string;
  /** The buyer's reason; empty without a request. */
  readonly reason: string;
  readonly onClose: () => void;
}
function RefundDialog({ id, number, reason, onClose }: RefundDialogProps) {
  const { t } = useTranslation();
  const [refund, { error, isLoading }] = publishApi.useRefundPurchaseMutation();
  const [memo, setMemo] = useState(reason);
  const submit = async () => {
    if ((await refund({ id, memo: memo.trim() })).error === undefined) onClose();
  };
  return (
    <FormDialog
      isDangerous
      title={t('market.refund.title', { number })}
      submitLabel={t('market.refund.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      disabled={memo.trim() === ''}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>{t('market.refund.text')}</Typography>
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
        <TextField
          autoFocus
          required
          label={t('market.refund.memo')}
          value={memo}
          onChange={({ target }) => setMemo(target.value)}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
      </Stack>
    </FormDialog>
  );
}

export function RefundButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { cachedRow } = useRow(pluginPurchase, rowId);
  const isAllowed = usePermissions(pluginPurchase).canRunAction('refund');
  const [isOpen, setIsOpen] = useState(false);
  const [decline, { isLoading }] = publishApi.useDeclineRefundMutation();
  const row = cachedRow?.row;
  if (!isAllowed || row === undefined || row['status'] === PURCHASE_STATUS.refunded) return null;
  const isRequested = row['status'] === PURCHASE_STATUS.refund_requested;
  return (
    <>
      <Button size="small" color="error" onClick={() => setIsOpen(true)}>
        {t('market.refund.open')}
      </Button>
      {isRequested && (
        <Button size="small" loading={isLoading} onClick={() => void decline({ id: rowId })}>
          {t('market.refund.decline')}
        </Button>
      )}
      {isOpen && (
        <RefundDialog
          id={rowId}
          number={asString(row['number'])}
          reason={asString(row['refund_memo'])}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
