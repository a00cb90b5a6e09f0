/** Shows at the field that somebody else changed it too, with the choices. After Save the dialog replaces it. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { useApp } from '../../shared/app/appContext';
import type { ConflictBarProps } from './conflictBarProps';
import { useIsCurrentUser, useActorName } from '../useActorName';
import type { RemoteChange } from '../formState/draft';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { useFieldTitles } from '../data/useTitles';
import { canJoinTexts } from './canJoinTexts';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const ConflictValues = lazyWithRetry(async () => (await import('./ConflictValues')).ConflictValues, 'small');
const FormattedConflictBar = lazyWithRetry(
  async () => (await import('./FormattedConflictBar')).FormattedConflictBar,
  'small',
);

const isGrouped = (entity: AnyEntity, field: string) =>
  entity.spec.mergeGroups?.some((group) => group.includes(field)) === true;
/** Texts of a field outside merge groups can be joined. */
const canJoin = (entity: AnyEntity, field: string) => canJoinTexts(entity, field) && !isGrouped(entity, field);

/** Types both texts into the field and focuses it. */
async function joinBoth(
  { handlers, field, remoteChange, mine }: ConflictBarProps,
  control: HTMLElement | null | undefined,
) {
  const { mergeTexts } = await import('./mergeTexts');
  handlers.onKeepMine(field);
  handlers.onType(
    field,
    mergeTexts(stringOrEmpty(remoteChange.base), stringOrEmpty(remoteChange.theirs), stringOrEmpty(mine)),
  );
  control?.focus();
}

/** Names the person who changed the field, and the new value; own changes elsewhere are phrased in the second person. */
function useConflictText({ by }: RemoteChange, value: string): string {
  const { t } = useTranslation();
  const actorName = useActorName();
  const isCurrentUser = useIsCurrentUser();
  if (by === null) return t('engine.conflict.nobody', { value });
  return isCurrentUser(by)
    ? t('conflict.changed_self', { value })
    : t('engine.conflict.by', { name: actorName(by), value });
}

/** Formatted texts are merged by passage where they are not part of a merge group. */
const isMergedText = (entity: AnyEntity, field: string) =>
  findColumn(entity, field)?.kind === 'rich_text' && !isGrouped(entity, field);

export const ConflictBar = (props: ConflictBarProps) =>
  isMergedText(props.entity, props.field) && props.remoteChange.hidden === undefined ? (
    <Suspense fallback={null}>
      <FormattedConflictBar {...props} />
    </Suspense>
  ) : (
    <ValueConflictBar {...props} />
  );

function ValueConflictBar(props: ConflictBarProps) {
  const { entity, handlers, field, remoteChange } = props;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const formatValue = useFormatValue(entity);
  useFieldTitles(entity, field, remoteChange.theirs);
  const [isOpen, setIsOpen] = useState(false);
  const message = useConflictText(remoteChange, `“${formatValue(field, remoteChange.theirs)}”`);
  const barRef = useRef<HTMLDivElement>(null);
  const control = () =>
    barRef.current
      ?.closest('[data-field]')
      ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea:not([aria-hidden])');
  return (
    <Box
      ref={barRef}
      role="alert"
      sx={{ mt: 1.5, p: 2, border: 1, borderColor: 'warning.main', borderRadius: 1.5, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <ForkIcon fontSize="small" aria-hidden sx={{ color: 'warning.main', mt: 0.5 }} />
        <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
      </Stack>
      <Stack direction="row" data-action-bar sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" data-conflict={field} onClick={() => handlers.onTakeTheirs(field)}>
          {t('engine.conflict.theirs')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => handlers.onKeepMine(field)}>
          {t('engine.conflict.keep')}
        </Button>
        {canJoin(entity, field) && (
          <Button
            size="small"
            variant="outlined"
            title={t('conflict.join_help')}
            onClick={() => {
              joinBoth(props, control()).catch(() => toasts.show('info', t('shell.failed.part')));
            }}
          >
            {t('conflict.join')}
          </Button>
        )}
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('engine.conflict.compare')}
        </Button>
      </Stack>
      {isOpen && (
        <Suspense fallback="…">
          <ConflictValues {...props} />
        </Suspense>
      )}
    </Box>
  );
}
