/** List of the global keyboard shortcuts. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

const SHORTCUT_KEYS = [
  ['palette', 'Ctrl / ⌘ + K'],
  ['help', '?'],
  ['save', 'Ctrl / ⌘ + S'],
  ['move', 'Ctrl + Shift + ← →'],
  ['menu', 'Shift + F10'],
  ['close', 'Esc'],
] as const;
/** Keys that work while a list is shown and no field has the focus. */
const LIST_KEYS = [
  ['search', '/'],
  ['next', 'J'],
  ['previous', 'K'],
  ['select', 'X'],
  ['edit', 'E'],
  ['create', 'C'],
] as const;

interface KeyListProps<Name extends string> {
  readonly keys: readonly (readonly [name: Name, keys: string])[];
  readonly label: (name: Name) => string;
}
function KeyList<Name extends string>({ keys, label }: KeyListProps<Name>) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 3, columnGap: 6, pb: 5 }}>
      {keys.map(([name, combination]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt">{label(name)}</Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <kbd>{combination}</kbd>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useLazyTranslations();
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t('adminLayout.shortcuts.title')}</DialogTitle>
      <DialogContent>
        <KeyList keys={SHORTCUT_KEYS} label={(name) => t(`adminLayout.shortcuts.${name}`)} />
        <Typography component="h3" variant="h6" sx={{ mb: 3 }}>
          {t('listControls.keys.title')}
        </Typography>
        <KeyList keys={LIST_KEYS} label={(name) => t(`listControls.keys.${name}`)} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
