/** Says at the field that somebody else changed it too, and lets the person choose. Once Save was pressed the dialog takes its place. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import { useApp } from '../../shared/app';
import { useIsSelf, useNameOf } from '../conflict/useNameOf';
import type { Rival } from '../draft';
import type { FieldHandlers } from '../useForm';
import { useDescribe } from '../useDescribe';
import { useTitlesIn } from '../useTitles';
import { lazyPart } from '../../ui/lazyPart';

const Difference = lazyPart(async () => (await import('../conflict/Difference')).Difference);

interface ConflictBarProps {
  readonly entity: AnyEntity;
  readonly handlers: FieldHandlers;
  readonly field: string;
  readonly rival: Rival;
  readonly mine: Json;
}

function Compared({ entity, field, rival, mine }: ConflictBarProps) {
  const { t } = useTranslation();
  const parts = [
    [t('engine.conflict.before'), rival.base],
    [t('engine.conflict.their'), rival.theirs],
    [t('engine.conflict.your'), mine],
  ] as const;
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(3, 1fr)' }, gap: 2, m: 0, mt: 2 }}>
      {parts.map(([label, value], at) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Suspense fallback="…">
              <Difference entity={entity} field={field} before={at === 0 ? value : rival.base} value={value} />
            </Suspense>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const textOf = (value: Json) => (typeof value === 'string' ? value : '');
/** Texts of a field that is decided alone can be joined. */
const joins = (entity: AnyEntity, field: string) =>
  columnNamed(entity, field)?.kind === 'text' && !entity.spec.mergeGroups?.some((group) => group.includes(field));

/** Puts both texts into the field and the person into it. */
async function join({ handlers, field, rival, mine }: ConflictBarProps, control: HTMLElement | null | undefined) {
  const { joinTexts } = await import('../conflict/words');
  handlers.keep(field);
  handlers.type(field, joinTexts(textOf(rival.base), textOf(rival.theirs), textOf(mine)));
  control?.focus();
}

/** Who changed the field to what; of oneself in another tab it is said as one speaks to a person. */
function useSaid({ by }: Rival, value: string): string {
  const { t } = useTranslation();
  const nameOf = useNameOf();
  const isSelf = useIsSelf();
  if (by === null) return t('engine.conflict.nobody', { value });
  return isSelf(by) ? t('conflict.changed_self', { value }) : t('engine.conflict.by', { name: nameOf(by), value });
}

export function ConflictBar(props: ConflictBarProps) {
  const { entity, handlers, field, rival } = props;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const describe = useDescribe(entity);
  useTitlesIn(entity, field, rival.theirs);
  const [open, setOpen] = useState(false);
  const said = useSaid(rival, `“${describe(field, rival.theirs)}”`);
  const bar = useRef<HTMLDivElement>(null);
  const control = () =>
    bar.current
      ?.closest('[data-field]')
      ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea:not([aria-hidden])');
  return (
    <Box
      ref={bar}
      role="alert"
      sx={{ mt: 1.5, p: 2, border: 1, borderColor: 'warning.main', borderRadius: 1.5, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <ForkIcon fontSize="small" aria-hidden sx={{ color: 'warning.main', mt: 0.5 }} />
        <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" data-conflict={field} onClick={() => handlers.take(field)}>
          {t('engine.conflict.theirs')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => handlers.keep(field)}>
          {t('engine.conflict.keep')}
        </Button>
        {joins(entity, field) && (
          <Button
            size="small"
            variant="outlined"
            title={t('conflict.join_help')}
            onClick={() => {
              join(props, control()).catch(() => toasts.show('info', t('shell.failed.part')));
            }}
          >
            {t('conflict.join')}
          </Button>
        )}
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('engine.conflict.compare')}
        </Button>
      </Stack>
      {open && <Compared {...props} />}
    </Box>
  );
}
