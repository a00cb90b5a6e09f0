/** Settings of the terminal: package manager, registry, port and cleanup. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PACKAGE_MANAGERS, type PackageManager, type TerminalSettings } from '../../../common/terminal';
import { fieldErrors } from '../../shared/api/faults';
import { useChangeTerminalMutation } from './terminalApi';

interface ManagerFieldProps {
  readonly value: PackageManager;
  readonly onChange: (manager: PackageManager) => void;
}
function ManagerField({ value, onChange }: ManagerFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      label={t('terminal.manager')}
      value={value}
      onChange={({ target }) => onChange(PACKAGE_MANAGERS.find((option) => option === target.value) ?? value)}
    >
      {PACKAGE_MANAGERS.map((option) => (
        <MenuItem key={option} value={option}>
          {option === 'none' ? t('terminal.manager_none') : option}
        </MenuItem>
      ))}
    </TextField>
  );
}

type EditedSettings = Partial<Omit<TerminalSettings, 'port'> & { readonly port: string }>;

interface TerminalSettingsDialogProps {
  readonly settings: TerminalSettings;
  readonly onClose: () => void;
}
export function TerminalSettingsDialog({ settings, onClose }: TerminalSettingsDialogProps) {
  const { t } = useTranslation();
  // Only edited fields are sent; the others keep following remote changes.
  const [edited, setEdited] = useState<EditedSettings>({});
  const draft = { ...settings, port: String(settings.port), ...edited };
  const change = (patch: EditedSettings) => setEdited({ ...edited, ...patch });
  const [save, { isLoading, error }] = useChangeTerminalMutation();
  const saveErrors = fieldErrors(error);
  const field = (name: 'registry' | 'port') => ({
    value: draft[name],
    error: saveErrors[name] !== undefined,
    helperText: saveErrors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const onSubmit = async () => {
    const { port, ...otherSettings } = edited;
    const requestedPort = port === undefined ? {} : { port: /^\d{1,5}$/.test(port) ? Number(port) : 0 };
    const { data } = await save({ ...otherSettings, ...requestedPort });
    if (data === undefined) return;
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{t('terminal.settings')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 2 }}>
          <ManagerField value={draft.manager} onChange={(manager) => change({ manager })} />
          <TextField label={t('terminal.registry')} {...field('registry')} />
          <TextField
            label={t('terminal.port')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            {...field('port')}
          />
          <FormControlLabel
            control={<Switch checked={draft.cleanup === 1} onChange={(_, on) => change({ cleanup: on ? 1 : 0 })} />}
            label={t('terminal.cleanup')}
            sx={{ m: 0, gap: 2 }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button variant="contained" loading={isLoading} onClick={() => void onSubmit()}>
          {t('terminal.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
