/**
 * The header of a form: title, people who have the record open, and close buttons. It does not render while the user
 * types.
 */
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { ConnectionPill } from '../../shared/controls/ConnectionPill';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntityLabels } from '../../shared/i18n/i18n';
import type { FormView } from '../formView';
import { useIsFullScreen } from '../fullScreenContext';
import { lowercaseInitial } from '../lowercaseInitial';
import { FormPresence } from '../presence/FormPresence';
import { useTranslateTitle } from '../data/useTranslateTitle';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { PanelHead } from './PanelHead';

const OpenRecordActions = lazyWithRetry(
  async () => (await import('../record/OpenRecordActions')).OpenRecordActions,
  'none',
);
const CommentsButton = lazyWithRetry(async () => (await import('../comments/CommentsButton')).CommentsButton, 'none');

interface FormHeadProps {
  readonly entity: AnyEntity;
  /** Null for a new record. */
  readonly id: number | null;
  /** The stored title of the record. */
  readonly titleValue: Json | undefined;
  /** Path of the page on the public site that shows the record. */
  readonly sitePath: string | undefined;
  /** Views that the form can show in place of its fields: history and comments. */
  readonly views: readonly FormView[];
  /** The current view; null: the fields. */
  readonly view: FormView | null;
  readonly onViewChange: (view: FormView | null) => void;
  readonly onClose: () => void;
  readonly onOpenAsPage: (() => void) | undefined;
}

function useFormTitle({ entity, id, titleValue }: FormHeadProps): string {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const translateTitle = useTranslateTitle(entity.name);
  const row = useAppSelector((state) => state.entities.rows[entity.name]?.[id ?? 0]?.row);
  if (id === null) return t('engine.form.add', { one: lowercaseInitial(labels.one) });
  return typeof titleValue === 'string' && titleValue !== '' ? translateTitle(titleValue, row) : `${labels.one} #${id}`;
}

/** The buttons that switch to another view. */
function ViewButtons({ entity, id, views, view, onViewChange }: FormHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      {views.includes('comments') && id !== null && (
        <Suspense fallback={null}>
          <CommentsButton
            e={entity.name}
            id={id}
            isPressed={view === 'comments'}
            onToggle={() => onViewChange(view === 'comments' ? null : 'comments')}
          />
        </Suspense>
      )}
      {views.includes('history') && (
        <Tooltip title={view === 'history' ? t('history.record') : t('history.show')}>
          <IconButton
            aria-label={t('history.show')}
            aria-pressed={view === 'history'}
            color={view === 'history' ? 'primary' : 'default'}
            onClick={() => onViewChange(view === 'history' ? null : 'history')}
          >
            <HistoryIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

function FormTitle(props: FormHeadProps) {
  const { entity, id, sitePath, views, onClose } = props;
  const labels = useEntityLabels(entity);
  const title = useFormTitle(props);
  const isFullScreen = useIsFullScreen();
  // A phone has no space for buttons beside the title: the menu has their actions.
  const isPhone = useMediaQuery(PHONE_QUERY);
  const hasMenu = views.length > 0 && id !== null;
  const isInMenu = isPhone && hasMenu;
  const caption = id === null ? undefined : `${labels.one} · #${id}`;
  const onOpenAsPage = id === null ? undefined : props.onOpenAsPage;
  return (
    <PanelHead caption={caption} title={title} onClose={onClose} onPage={isInMenu ? undefined : onOpenAsPage}>
      {isFullScreen && <ConnectionPill />}
      <FormPresence entity={entity} id={id} />
      {hasMenu && (
        <Suspense fallback={null}>
          <OpenRecordActions
            entity={entity}
            id={id}
            title={title}
            sitePath={sitePath}
            onClose={onClose}
            phoneItems={isPhone ? { ...props, onOpenAsPage } : undefined}
          />
        </Suspense>
      )}
      {!isInMenu && <ViewButtons {...props} />}
    </PanelHead>
  );
}
export const FormHead = memo(FormTitle);
