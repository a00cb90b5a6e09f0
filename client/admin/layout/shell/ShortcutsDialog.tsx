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

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useLazyTranslations();
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t('adminLayout.shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 3, columnGap: 6, pb: 2 }}
        >
          {SHORTCUT_KEYS.map(([name, keys]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt">{t(`adminLayout.shortcuts.${name}`)}</Typography>
              <Box component="dd" sx={{ m: 0 }}>
                <kbd>{keys}</kbd>
              </Box>
            </Box>
          ))}
          <Typography component="h3" variant="h6" sx={{ gridColumn: '1 / -1' }}>
            {t('listControls.keys.title')}
          </Typography>
          {LIST_KEYS.map(([name, keys]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt">{t(`listControls.keys.${name}`)}</Typography>
              <Box component="dd" sx={{ m: 0 }}>
                <kbd>{keys}</kbd>
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
