/** Shows a new token, or the link with it, to its owner for copying. The server returns it only once. */
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
    showToken: build.mutation<string, { readonly entity: string; readonly id: number }>({
      query: ({ entity, id }) => ({ url: `/admin/${entity}/show`, method: 'POST', body: { id } }),
      transformResponse: (data) => asString(asRecord(data)?.['token'], 200),
    }),
  }),
});

/** Texts of the button and the dialog. */
export interface TokenLabels {
  readonly show: string;
  readonly title: string;
  readonly once: string;
  readonly label: string;
}
interface TokenDialogProps {
  readonly id: number;
  readonly labels: TokenLabels;
  readonly token: string;
  readonly onClose: () => void;
}
function TokenDialog({ id, labels, token, onClose }: TokenDialogProps) {
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
      <DialogTitle id={`token-${id}`}>{labels.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>{labels.once}</Typography>
        <TextField
          fullWidth
          value={token}
          label={labels.label}
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
  readonly entity: 'api_token' | 'wall_screen' | 'webhook' | 'app';
  readonly labels: TokenLabels;
  /** Formats the token for display; the token itself by default. */
  readonly formatToken?: (token: string) => string;
  readonly isShown: boolean;
  readonly onRequest: () => void;
}
export function ShowToken({ id, entity, labels, formatToken = (token) => token, isShown, onRequest }: ShowTokenProps) {
  const [requestToken, { isLoading }] = tokensApi.useShowTokenMutation();
  const [token, setToken] = useState<string>();
  const request = async () => {
    onRequest();
    const result = await requestToken({ entity, id });
    if (result.data !== undefined) setToken(formatToken(result.data));
  };
  return (
    <>
      {!isShown && (
        <Button
          size="small"
          disabled={isLoading}
          onClick={(event) => {
            event.stopPropagation();
            void request();
          }}
        >
          {labels.show}
        </Button>
      )}
      {token !== undefined && <TokenDialog id={id} labels={labels} token={token} onClose={() => setToken(undefined)} />}
    </>
  );
}
