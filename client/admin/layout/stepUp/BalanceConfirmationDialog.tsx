/** Confirms the deletion of members with a balance: lists each amount, and requires a second admin above the limit. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { isRetryable, singleFieldError } from '../../../shared/api/faults';
import { useFormatters } from '../../../shared/i18n/format';
import type { BalanceQuestion, BalanceHolder } from '../../../shared/api/balanceConfirmation';

export function BalanceConfirmationDialog() {
  useLazyTranslations();
  const { balanceConfirmation } = useApp();
  const question = useSyncExternalStore(balanceConfirmation.subscribe, balanceConfirmation.question);
  return (
    <Dialog open={question !== undefined} onClose={() => balanceConfirmation.resolve(false)} maxWidth="xs" fullWidth>
      {question &&
        (question.needsSecondPerson ? <RequestSecondPerson {...question} /> : <ConfirmDeletion {...question} />)}
    </Dialog>
  );
}

function HolderList({ holders }: { readonly holders: readonly BalanceHolder[] }) {
  const formatters = useFormatters();
  return (
    <Box component="ul" sx={{ m: 0, mt: 3, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
      {holders.map(({ id, name, money }) => (
        <Box component="li" key={id} sx={{ display: 'flex', gap: 4, justifyContent: 'space-between', py: 1 }}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name || `#${id}`}</Box>
          <Box sx={{ flexShrink: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatters.money(money)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function ConfirmDeletion({ holders }: BalanceQuestion) {
  const { t } = useTranslation();
  const { balanceConfirmation } = useApp();
  return (
    <>
      <DialogTitle>{t('ledger.held_money.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('ledger.held_money.text')}</DialogContentText>
        <HolderList holders={holders} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={() => balanceConfirmation.resolve(false)}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={() => balanceConfirmation.resolve(true)}>
          {t('ledger.held_money.confirm')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Sends one request per member; a retry skips those already sent. */
function useRequestDeletion(holders: readonly BalanceHolder[]) {
  const { t } = useTranslation();
  const { balanceConfirmation } = useApp();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [sentIds, setSentIds] = useState<ReadonlySet<number>>(new Set());
  const [errorText, setErrorText] = useState('');
  /** Idempotency keys by member and reason: a request without a response is sent again under its key. */
  const idempotencyKeys = useRef(new Map<string, string>());
  const requestDeletion = async (id: number, reason: string): Promise<string> => {
    const content = JSON.stringify([id, reason]);
    const idempotencyKey = idempotencyKeys.current.get(content) ?? newIdempotencyKey();
    idempotencyKeys.current.set(content, idempotencyKey);
    const { error } = await sendRequest({
      url: '/admin/user/ask_delete',
      method: 'POST',
      isSilent: true,
      announce: true,
      body: { id, memo: reason, _mid: idempotencyKey },
    });
    if (error === undefined) {
      setSentIds((previous) => new Set([...previous, id]));
      return '';
    }
    if (!isRetryable(error)) idempotencyKeys.current.delete(content);
    return singleFieldError(error, 'memo');
  };
  const requestAll = async (reason: string) => {
    if (reason === '') {
      setErrorText(t('ledger.held_money.reason_missing'));
      return;
    }
    const errors: string[] = [];
    for (const { id, name } of holders.filter((holder) => !sentIds.has(holder.id))) {
      const requestError = await requestDeletion(id, reason);
      if (requestError !== '') errors.push(holders.length > 1 ? `${name}: ${requestError}` : requestError);
    }
    setErrorText(errors.join(' '));
    if (errors.length > 0) return;
    balanceConfirmation.resolve(false);
  };
  return { requestAll, errorText, isBusy: isLoading };
}

function RequestSecondPerson({ holders }: BalanceQuestion) {
  const { t } = useTranslation();
  const { balanceConfirmation } = useApp();
  const [reason, setReason] = useState('');
  const { requestAll, errorText, isBusy } = useRequestDeletion(holders);
  return (
    <>
      <DialogTitle>{t('ledger.held_money.second_title')}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">{t('ledger.held_money.second_text')}</Alert>
        <HolderList holders={holders} />
        <TextField
          fullWidth
          label={t('ledger.held_money.reason')}
          value={reason}
          error={errorText !== ''}
          helperText={errorText || ' '}
          onChange={(event) => setReason(event.target.value)}
          sx={{ mt: 4 }}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => balanceConfirmation.resolve(false)}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" loading={isBusy} onClick={() => void requestAll(reason.trim())}>
          {t('ledger.held_money.ask')}
        </Button>
      </DialogActions>
    </>
  );
}
