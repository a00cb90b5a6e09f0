/**
 * The header of a form: title, people who have the record open, and close buttons. It does not render while the user
 * types.
 */
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { ConnectionPill } from '../../shared/controls/ConnectionPill';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useIsFullScreen } from '../fullScreenContext';
import { lowercaseInitial } from '../lowercaseInitial';
import { FormPresence } from '../presence/FormPresence';
import { useTranslateTitle } from '../data/useTranslateTitle';
import { PanelHead } from './PanelHead';

interface FormHeadProps {
  readonly entity: AnyEntity;
  /** Null for a new record. */
  readonly id: number | null;
  /** The stored title of the record. */
  readonly titleValue: Json | undefined;
  /** Whether the record has a history to show. */
  readonly hasHistory: boolean;
  readonly showsHistory: boolean;
  readonly onToggleHistory: (showsHistory: boolean) => void;
  readonly onClose: () => void;
  readonly onOpenAsPage: (() => void) | undefined;
}

function useFormTitle({ entity, id, titleValue }: FormHeadProps): string {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const translateTitle = useTranslateTitle(entity.name);
  if (id === null) return t('engine.form.add', { one: lowercaseInitial(labels.one) });
  return typeof titleValue === 'string' && titleValue !== '' ? translateTitle(titleValue) : `${labels.one} #${id}`;
}

function FormTitle(props: FormHeadProps) {
  const { entity, id, hasHistory, showsHistory, onToggleHistory, onClose, onOpenAsPage } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const title = useFormTitle(props);
  const isFullScreen = useIsFullScreen();
  const caption = id === null ? undefined : `${labels.one} · #${id}`;
  return (
    <PanelHead caption={caption} title={title} onClose={onClose} onPage={id === null ? undefined : onOpenAsPage}>
      {isFullScreen && <ConnectionPill />}
      <FormPresence entity={entity} id={id} />
      {hasHistory && (
        <Tooltip title={showsHistory ? t('history.record') : t('history.show')}>
          <IconButton
            aria-label={t('history.show')}
            aria-pressed={showsHistory}
            color={showsHistory ? 'primary' : 'default'}
            onClick={() => onToggleHistory(!showsHistory)}
          >
            <HistoryIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </PanelHead>
  );
}
export const FormHead = memo(FormTitle);
