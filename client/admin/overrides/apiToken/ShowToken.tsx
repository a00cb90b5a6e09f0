/** Shows a new token, or the link it opens, to its owner, to be copied; the server gives it once. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { asRecord, asString } from '../../../../common/json';

const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    showToken: build.mutation<string, { readonly noun: string; readonly id: number }>({
      query: ({ noun, id }) => ({ url: `/admin/${noun}/show`, method: 'POST', body: { id } }),
      transformResponse: (data) => asString(asRecord(data)?.['token'], 200),
    }),
  }),
});

/** What it is called where it is shown. */
export interface TokenSayings {
  readonly show: string;
  readonly title: string;
  readonly once: string;
  readonly label: string;
}
interface TokenDialogProps {
  readonly id: number;
  readonly said: TokenSayings;
  readonly token: string;
  readonly onClose: () => void;
}
function TokenDialog({ id, said, token, onClose }: TokenDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      toasts.show('success', t('tokens.token_copied'));
    } catch {
      toasts.show('warning', t('tokens.token_copy_failed'));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`token-${id}`}
    >
      <DialogTitle id={`token-${id}`}>{said.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>{said.once}</Typography>
        <TextField
          fullWidth
          value={token}
          label={said.label}
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          onFocus={(event) => event.target.select()}
          sx={{ mt: 1, '& input': { fontFamily: 'monospace' } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('tokens.token_done')}</Button>
        <Button variant="contained" onClick={() => void copy()}>
          {t('tokens.token_copy')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ShowTokenProps {
  readonly id: number;
  readonly noun: 'api_token' | 'wall_screen' | 'app';
  readonly said: TokenSayings;
  /** What is shown of a token. */
  readonly print?: (token: string) => string;
  readonly shown: boolean;
  readonly onAsk: () => void;
}
export function ShowToken({ id, noun, said, print = (token) => token, shown, onAsk }: ShowTokenProps) {
  const [show, { isLoading }] = tokensApi.useShowTokenMutation();
  const [token, setToken] = useState<string>();
  const ask = async () => {
    onAsk();
    const answer = await show({ noun, id });
    if (answer.data !== undefined) setToken(print(answer.data));
  };
  return (
    <>
      {!shown && (
        <Button
          size="small"
          disabled={isLoading}
          onClick={(event) => {
            event.stopPropagation();
            void ask();
          }}
        >
          {said.show}
        </Button>
      )}
      {token !== undefined && <TokenDialog id={id} said={said} token={token} onClose={() => setToken(undefined)} />}
    </>
  );
}
