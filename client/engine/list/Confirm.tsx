/** Asks before something is deleted or done. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import { lazyPart } from '../../ui/lazyPart';
import { useMay } from '../useMay';
import type { ListModel } from './useListModel';
import type { RowActions } from './useRowActions';
import { useRowTitle } from './useRowTitle';

const InFolds = lazyPart(async () => (await import('./InFolds')).InFolds, 'none');
const RightGone = lazyPart(async () => (await import('./RightGone')).RightGone, 'none');

interface ConfirmProps {
  readonly model: ListModel;
  readonly actions: RowActions;
}
export function Confirm({ model, actions }: ConfirmProps) {
  const { t } = useTranslation();
  const { entity } = model;
  const words = useWords(entity);
  const rights = useMay(entity);
  const { asked, ask, confirm, busy } = actions;
  const Note = useOverride(entity)?.removeNote;
  const first = asked?.kind === 'remove' ? (asked.ids[0] ?? 0) : (asked?.id ?? 0);
  const title = useRowTitle(entity, first);
  const action = asked?.kind === 'act' ? (words.actions[asked.action] ?? asked.action) : '';
  const removing = asked?.kind === 'remove';
  // Rights may go while the question stands.
  const barred = asked !== null && !(asked.kind === 'remove' ? rights.may('remove') : rights.mayAct(asked.action));
  const heading = !removing
    ? t('engine.confirm.act_title', { action, title })
    : asked.ids.length === 1
      ? t('engine.confirm.remove_title', { title })
      : t('engine.confirm.remove_many', { count: asked.ids.length });
  return (
    <Dialog open={asked !== null} onClose={() => ask(null)} maxWidth="xs" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{heading}</DialogTitle>
      {removing && (
        <DialogContent>
          <DialogContentText>{t('engine.confirm.remove_text', { count: asked.ids.length })}</DialogContentText>
          <Suspense>
            <InFolds model={model} ids={asked.ids} />
          </Suspense>
          {Note && (
            <Suspense>
              <Box sx={{ mt: 3 }}>
                <Note ids={asked.ids} />
              </Box>
            </Suspense>
          )}
        </DialogContent>
      )}
      <Suspense>{barred && <RightGone />}</Suspense>
      <DialogActions>
        <Button onClick={() => ask(null)} color="inherit">
          {t('engine.confirm.cancel')}
        </Button>
        <Button
          variant="contained"
          color={removing ? 'error' : 'primary'}
          autoFocus
          disabled={busy || barred}
          onClick={() => void confirm()}
        >
          {removing ? t('engine.confirm.remove') : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
