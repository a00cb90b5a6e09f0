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

const MOD = 'Ctrl / ⌘';
/** The groups in order, each with its shortcuts. Those of lists work while no field has the focus. */
const GROUPS = [
  [
    'global',
    [
      ['palette', `${MOD} + K`],
      ['help', '?'],
      ['undo', `${MOD} + Z`],
      ['close', 'Esc'],
      ['move_tab', 'Ctrl + Shift + ← →'],
      ['tab_menu', 'Shift + F10'],
    ],
  ],
  [
    'form',
    [
      ['save', `${MOD} + S`],
      ['submit', `${MOD} + Enter`],
    ],
  ],
  [
    'list',
    [
      ['search', '/'],
      ['next', 'J, ↓'],
      ['previous', 'K, ↑'],
      ['ends', 'Home, End'],
      ['open', 'E, Enter'],
      ['edit_cell', 'F2'],
      ['select', 'X, Space'],
      ['select_range', 'Shift + Space'],
      ['clear', 'Esc'],
      ['create', 'C'],
      ['remove', 'Delete'],
      ['reorder', 'Alt + ↑ ↓'],
      ['level', 'Alt + ← →'],
      ['pending', '.'],
    ],
  ],
  ['arrange', [['resize', '← → ↑ ↓']]],
] as const;

type ShortcutName = (typeof GROUPS)[number][1][number][0];

interface KeyListProps<Name extends string> {
  readonly keys: readonly (readonly [name: Name, keys: string])[];
  readonly label: (name: Name) => string;
}
function KeyList<Name extends string>({ keys, label }: KeyListProps<Name>) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 2, columnGap: 6, pb: 5 }}>
      {keys.map(([name, combination]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt">{label(name)}</Typography>
          <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
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
      <DialogTitle id="shortcuts-title">{t('shortcuts.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {GROUPS.map(([group, keys]) => (
          <Box key={group} component="section">
            <Typography component="h3" variant="subtitle2" sx={{ mb: 2, fontWeight: 600 }}>
              {t(`shortcuts.${group}`)}
            </Typography>
            <KeyList<ShortcutName> keys={keys} label={(name) => t(`shortcuts.${name}`)} />
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
