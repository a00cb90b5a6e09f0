/** Confirms the start of a command, asks for its arguments, and whether a failure blocks the queue. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandSummary, CommandSlot } from '../../../common/terminal';
import { EntityPicker } from '../../engine/EntityPicker';
import { useCommandName } from './useCommandName';

interface SlotProps {
  readonly name: string;
  readonly slot: CommandSlot;
  readonly value: string;
  readonly onChange: (value: string) => void;
}
function SlotInput({ name, slot, value, onChange }: SlotProps) {
  const { t } = useTranslation();
  const label = t(`terminal.slots.${name}` as 'terminal.slots.id', { defaultValue: name });
  if (slot.kind === 'choice')
    return (
      <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {slot.values.map((option) => (
          <MenuItem key={option} value={option}>
            {option}
          </MenuItem>
        ))}
      </TextField>
    );
  // The server alone fills in a digest.
  if (slot.kind === 'digest') return null;
  return (
    <EntityPicker
      id={`terminal-${name}`}
      to={slot.entity}
      label={label}
      isMultiple={false}
      ids={value === '' ? [] : [Number(value)]}
      onChange={([id]) => onChange(id === undefined ? '' : String(id))}
    />
  );
}

interface StartTaskDialogProps {
  readonly command: CommandSummary;
  readonly onClose: () => void;
  readonly onStart: (args: Readonly<Record<string, string>>, blocksOnFailure: boolean) => void;
}
export function StartTaskDialog({ command, onClose, onStart }: StartTaskDialogProps) {
  const { t } = useTranslation();
  const commandName = useCommandName();
  const [args, setArgs] = useState<Readonly<Record<string, string>>>({});
  const [blocksOnFailure, setBlocksOnFailure] = useState(true);
  const slots = Object.entries(command.slots);
  const isComplete = slots.every(([name]) => (args[name] ?? '') !== '');
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{commandName(command.key)}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <DialogContentText>{t('terminal.sure', { command: command.key })}</DialogContentText>
          {slots.map(([name, slot]) => (
            <SlotInput
              key={name}
              name={name}
              slot={slot}
              value={args[name] ?? ''}
              onChange={(value) => setArgs({ ...args, [name]: value })}
            />
          ))}
          <div>
            <FormControlLabel
              control={<Checkbox checked={blocksOnFailure} onChange={(_, on) => setBlocksOnFailure(on)} />}
              label={t('terminal.blocks')}
            />
            <FormHelperText sx={{ mt: 0 }}>{t('terminal.blocks_help')}</FormHelperText>
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button variant="contained" autoFocus disabled={!isComplete} onClick={() => onStart(args, blocksOnFailure)}>
          {t('terminal.run')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
