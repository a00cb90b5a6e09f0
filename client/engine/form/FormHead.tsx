/** The head of a form: what it is on, who else has it open, and the ways out. Nothing of it changes while somebody types. */
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
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
import { PanelHead } from './PanelHead';

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
  const caption = id === null ? undefined : `${words.one} · #${id}`;
  return (
    <PanelHead caption={caption} title={title} onClose={onClose} onPage={id === null ? undefined : onPage}>
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
    </PanelHead>
  );
}
export const FormHead = memo(HeadOf);
