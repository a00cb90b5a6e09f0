/** The head of a form: what it is on, who else has it open, and the ways out. Nothing of it changes while somebody types. */
import CloseIcon from '@mui/icons-material/Close';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import OpenIcon from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { ConnectionPill } from '../../shared/controls/ConnectionPill';
import { useWords } from '../../shared/i18n';
import { useCovering } from '../covering';
import { inSentence } from '../inSentence';
import { FormPresence } from '../presence/FormPresence';
import { useSayTitle } from '../useSayTitle';

interface FormHeadProps {
  readonly entity: AnyEntity;
  /** Null: a new record. */
  readonly id: number | null;
  /** What the record is called, as it is stored. */
  readonly called: Json | undefined;
  /** Whether the record has a history to be shown. */
  readonly hasPast: boolean;
  readonly past: boolean;
  readonly onPast: (past: boolean) => void;
  readonly onClose: () => void;
  readonly onPage: (() => void) | undefined;
}

function useTitle({ entity, id, called }: FormHeadProps): string {
  const { t } = useTranslation();
  const words = useWords(entity);
  const say = useSayTitle(entity.name);
  if (id === null) return t('engine.form.add', { one: inSentence(words.one) });
  return typeof called === 'string' && called !== '' ? say(called) : `${words.one} #${id}`;
}

function HeadOf(props: FormHeadProps) {
  const { entity, id, hasPast, past, onPast, onClose, onPage } = props;
  const { t } = useTranslation();
  const words = useWords(entity);
  const title = useTitle(props);
  const covering = useCovering();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 5, py: 3, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {id !== null && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {words.one} · #{id}
          </Typography>
        )}
        <Typography
          variant="h3"
          component="h2"
          title={title}
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {title}
        </Typography>
      </Box>
      {covering && <ConnectionPill />}
      <FormPresence entity={entity} id={id} />
      {hasPast && (
        <Tooltip title={past ? t('history.record') : t('history.show')}>
          <IconButton
            aria-label={t('history.show')}
            aria-pressed={past}
            color={past ? 'primary' : 'default'}
            onClick={() => onPast(!past)}
          >
            <HistoryIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {onPage && id !== null && (
        <Tooltip title={t('engine.form.open_page')}>
          <IconButton aria-label={t('engine.form.open_page')} onClick={onPage}>
            <OpenIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('engine.form.close')}>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
export const FormHead = memo(HeadOf);
