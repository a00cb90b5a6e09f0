/** Says at the field that somebody else changed it too, and lets the person choose. The one place a conflict is shown. */
import ForkIcon from '@mui/icons-material/CallSplitOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Rival } from '../draft';
import type { FieldHandlers } from '../useForm';
import { useDescribe } from '../useDescribe';

interface ConflictBarProps {
  readonly entity: AnyEntity;
  readonly handlers: FieldHandlers;
  readonly field: string;
  readonly rival: Rival;
  readonly mine: Json;
}

function Compared({ entity, field, rival, mine }: ConflictBarProps) {
  const { t } = useTranslation();
  const describe = useDescribe(entity);
  const parts = [
    [t('engine.conflict.before'), rival.base],
    [t('engine.conflict.their'), rival.theirs],
    [t('engine.conflict.your'), mine],
  ] as const;
  const whole = (value: Json) => (typeof value === 'string' && value !== '' ? value : describe(field, value));
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(3, 1fr)' }, gap: 2, m: 0, mt: 2 }}>
      {parts.map(([label, value]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', maxHeight: 160, overflow: 'auto' }}
          >
            {whole(value)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

export function ConflictBar(props: ConflictBarProps) {
  const { entity, handlers, field, rival } = props;
  const { t } = useTranslation();
  const describe = useDescribe(entity);
  const [open, setOpen] = useState(false);
  const value = `“${describe(field, rival.theirs)}”`;
  const text = rival.by
    ? t('engine.conflict.by', { name: rival.by.name, value })
    : t('engine.conflict.nobody', { value });
  return (
    <Box
      role="alert"
      sx={{ mt: 1.5, p: 2, border: 1, borderColor: 'warning.main', borderRadius: 1.5, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <ForkIcon fontSize="small" aria-hidden sx={{ color: 'warning.main', mt: 0.5 }} />
        <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" data-conflict={field} onClick={() => handlers.take(field)}>
          {t('engine.conflict.theirs')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => handlers.keep(field)}>
          {t('engine.conflict.keep')}
        </Button>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('engine.conflict.compare')}
        </Button>
      </Stack>
      {open && <Compared {...props} />}
    </Box>
  );
}
