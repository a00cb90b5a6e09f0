/** Asks before something is deleted or done. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import { lazyPart } from '../../ui/lazyPart';
import { useDescribe } from '../useDescribe';
import { useMay, type EntityRights } from '../useMay';
import type { ListModel } from './useListModel';
import type { Asked, RowActions } from './useRowActions';
import { useRowTitle } from './useRowTitle';

const InFolds = lazyPart(async () => (await import('./InFolds')).InFolds, 'none');
const RightGone = lazyPart(async () => (await import('./RightGone')).RightGone, 'none');

const isAllowed = (rights: EntityRights, asked: Asked): boolean =>
  asked.kind === 'act' ? rights.mayAct(asked.action) : rights.may(asked.kind === 'remove' ? 'remove' : 'update');

/** The field and the new value of a change that is asked about, in words. */
function useChangeWords(entity: AnyEntity, asked: Asked | null) {
  const words = useWords(entity);
  const describe = useDescribe(entity);
  if (asked?.kind !== 'change') return undefined;
  const { field, value } = asked;
  return { field: words.fields[field] ?? field, value: describe(field, value), help: words.help[field] };
}

const removalTitle = (t: TFunction, ids: readonly number[], title: string): string =>
  ids.length === 1
    ? t('engine.confirm.remove_title', { title })
    : t('engine.confirm.remove_many', { count: ids.length });

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
  const change = useChangeWords(entity, asked);
  // Rights may go while the question stands.
  const barred = asked !== null && !isAllowed(rights, asked);
  const heading = change
    ? t('engine.confirm.change_title', { title, ...change })
    : removing
      ? removalTitle(t, asked.ids, title)
      : t('engine.confirm.act_title', { action, title });
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
      {change && (
        <DialogContent>
          {change.help !== undefined && <DialogContentText sx={{ mb: 2 }}>{change.help}</DialogContentText>}
          <DialogContentText>{t('engine.confirm.change_text')}</DialogContentText>
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
          {change ? t('engine.confirm.change') : removing ? t('engine.confirm.remove') : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
