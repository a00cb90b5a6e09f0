/** Shows whole activation codes to be copied; they are asked for when it opens and forgotten when it closes. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { activationCode } from '../../../../common/entities/activationCode';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { asRecord, asString } from '../../../../common/json';

const MOST_LINES = 12;
const LONGEST = 60;
/** The row or list below takes neither clicks nor keys from in here. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

interface CodesDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
/** Undefined until they arrive; what is refused is told by the request itself, and closes the dialog. */
function useCodes({ ids, onClose }: CodesDialogProps): string | undefined {
  const [ask] = api.useRequestMutation();
  const [codes, setCodes] = useState<string>();
  const fetch = useEffectEvent(async (isLeft: () => boolean) => {
    const { data } = await ask({ url: entityUrl(activationCode.name, 'reveal'), method: 'POST', body: { ids } });
    const answered = asRecord(data)?.['codes'];
    const list: readonly unknown[] = Array.isArray(answered) ? answered : [];
    const told = list.map((one) => asString(asRecord(one)?.['code'], LONGEST));
    if (isLeft()) return;
    if (told.length > 0) setCodes(told.join('\n'));
    else onClose();
  });
  useEffect(() => {
    let left = false;
    // A mount that React tries and takes back at once asks for nothing.
    const timer = setTimeout(() => void fetch(() => left));
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
  return codes;
}

export function CodesDialog(props: CodesDialogProps) {
  const { ids, onClose } = props;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const codes = useCodes(props);
  const count = ids.length;
  const title = count > 1 ? t('activationCodes.titles', { count }) : t('activationCodes.title');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes ?? '');
      toasts.show('success', t('activationCodes.copied'));
    } catch {
      toasts.show('warning', t('activationCodes.copy_failed'));
    }
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={onClose}
      onClick={keep}
      onKeyDown={keep}
      aria-labelledby="codes-title"
    >
      <DialogTitle id="codes-title">{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4, color: 'text.secondary' }}>{t('activationCodes.noted')}</Typography>
        {codes === undefined ? (
          <CircularProgress size={24} aria-label={title} />
        ) : (
          <TextField
            fullWidth
            multiline={count > 1}
            maxRows={MOST_LINES}
            value={codes}
            label={count > 1 ? t('activationCodes.labels') : t('activationCodes.label')}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' } }}
            onFocus={(event) => event.target.select()}
            sx={{ mt: 1, '& input, & textarea': { fontFamily: 'monospace' } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('activationCodes.done')}</Button>
        <Button variant="contained" disabled={codes === undefined} onClick={() => void copy()}>
          {t('activationCodes.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
