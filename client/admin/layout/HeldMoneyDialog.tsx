/** Asks before members who hold money are deleted: shows each amount, and from the limit on asks for a second person. */
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
import { newMid } from '../../engine/rowsApi';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { isLost, soleFault } from '../../shared/faults';
import { useFormat } from '../../shared/format';
import type { HeldQuestion, Holder } from '../../shared/heldMoney';

export function HeldMoneyDialog() {
  const { heldMoney } = useApp();
  const question = useSyncExternalStore(heldMoney.subscribe, heldMoney.question);
  return (
    <Dialog open={question !== undefined} onClose={() => heldMoney.settle(false)} maxWidth="xs" fullWidth>
      {question && (question.second ? <AskSecond {...question} /> : <Confirm {...question} />)}
    </Dialog>
  );
}

function Holders({ holders }: { readonly holders: readonly Holder[] }) {
  const format = useFormat();
  return (
    <Box component="ul" sx={{ m: 0, mt: 3, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
      {holders.map(({ id, name, money }) => (
        <Box component="li" key={id} sx={{ display: 'flex', gap: 4, justifyContent: 'space-between', py: 1 }}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name || `#${id}`}</Box>
          <Box sx={{ flexShrink: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.money(money)}</Box>
        </Box>
      ))}
    </Box>
  );
}

function Confirm({ holders }: HeldQuestion) {
  const { t } = useTranslation();
  const { heldMoney } = useApp();
  return (
    <>
      <DialogTitle>{t('frame.held_money.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('frame.held_money.text')}</DialogContentText>
        <Holders holders={holders} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={() => heldMoney.settle(false)}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={() => heldMoney.settle(true)}>
          {t('frame.held_money.confirm')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Sends one request for each member; those that were sent are not sent again. */
function useAsking(holders: readonly Holder[]) {
  const { t } = useTranslation();
  const { heldMoney } = useApp();
  const [send, { isLoading }] = api.useRequestMutation();
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const [fault, setFault] = useState('');
  /** Idempotency keys by member and reason: a request whose answer was lost is sent again under its key. */
  const mids = useRef(new Map<string, string>());
  const askFor = async (id: number, memo: string): Promise<string> => {
    const content = JSON.stringify([id, memo]);
    const mid = mids.current.get(content) ?? newMid();
    mids.current.set(content, mid);
    const { error } = await send({
      ...{ url: '/admin/user/ask_delete', method: 'POST', quiet: true, announce: true },
      body: { id, memo, _mid: mid },
    });
    if (error === undefined) {
      setSent((before) => new Set([...before, id]));
      return '';
    }
    if (!isLost(error)) mids.current.delete(content);
    return soleFault(error, 'memo');
  };
  const ask = async (memo: string) => {
    if (memo === '') {
      setFault(t('frame.held_money.reason_missing'));
      return;
    }
    const faults: string[] = [];
    for (const { id, name } of holders.filter((one) => !sent.has(one.id))) {
      const refusal = await askFor(id, memo);
      if (refusal !== '') faults.push(holders.length > 1 ? `${name}: ${refusal}` : refusal);
    }
    setFault(faults.join(' '));
    if (faults.length > 0) return;
    heldMoney.settle(false);
  };
  return { ask, fault, busy: isLoading };
}

function AskSecond({ holders }: HeldQuestion) {
  const { t } = useTranslation();
  const { heldMoney } = useApp();
  const [memo, setMemo] = useState('');
  const { ask, fault, busy } = useAsking(holders);
  return (
    <>
      <DialogTitle>{t('frame.held_money.second_title')}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">{t('frame.held_money.second_text')}</Alert>
        <Holders holders={holders} />
        <TextField
          fullWidth
          label={t('frame.held_money.reason')}
          value={memo}
          error={fault !== ''}
          helperText={fault || ' '}
          onChange={(event) => setMemo(event.target.value)}
          sx={{ mt: 4 }}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => heldMoney.settle(false)}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void ask(memo.trim())}>
          {t('frame.held_money.ask')}
        </Button>
      </DialogActions>
    </>
  );
}
