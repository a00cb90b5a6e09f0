/** The derived form of any entity: beside its list, as a page of its own, or filling a phone. */
import CloseIcon from '@mui/icons-material/Close';
import OpenIcon from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { useApp } from '../shared/app';
import { useWords } from '../shared/i18n';
import { EmptyState } from '../ui/EmptyState';
import { FormBanner } from './form/FormBanner';
import { FormBody, FormSkeleton } from './form/FormBody';
import { FormFooter } from './form/FormFooter';
import { UnsavedGuard } from './form/UnsavedGuard';
import { inSentence } from './inSentence';
import type { Written } from './rowsApi';
import { useForm, type Form } from './useForm';

export interface EntityFormProps {
  readonly entity: AnyEntity;
  /** Null: a new record. */
  readonly id: number | null;
  /** Values a new record starts with. */
  readonly preset?: Readonly<Record<string, Json>>;
  readonly onClose: () => void;
  /** After a new record was stored. */
  readonly onCreated: (written: Written) => void;
  /** Opens the record as a page of its own; absent where it is one. */
  readonly onPage?: (() => void) | undefined;
}

function useTitle({ entity, draft }: Form): string {
  const { t } = useTranslation();
  const words = useWords(entity);
  const title = draft.base[entity.spec.title];
  if (draft.id === null) return t('engine.form.add', { one: inSentence(words.one) });
  return typeof title === 'string' && title !== '' ? title : `${words.one} #${draft.id}`;
}

function FormHead({ form, onClose, onPage }: { readonly form: Form } & Pick<EntityFormProps, 'onClose' | 'onPage'>) {
  const { t } = useTranslation();
  const words = useWords(form.entity);
  const title = useTitle(form);
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 5, py: 3, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {form.draft.id !== null && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {words.one} · #{form.draft.id}
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
      {onPage && form.draft.id !== null && (
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

function Failed({ form, onClose }: { readonly form: Form; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const missing = form.fault?.status === 404;
  return (
    <EmptyState
      title={missing ? t('engine.form.missing_title') : t('engine.form.failed_title')}
      help={missing ? t('engine.form.missing_text') : (form.fault?.msg ?? '')}
      action={
        <Button variant="outlined" onClick={missing ? onClose : form.refetch}>
          {missing ? t('engine.form.back') : t('engine.list.retry')}
        </Button>
      }
    />
  );
}

/** Puts the person where something has to be decided or corrected. */
function focusTrouble(root: HTMLElement | null, { draft, shape }: Form): void {
  const conflict = shape.fields.find((name) => name in draft.conflicts);
  const field = shape.fields.find((name) => name in draft.faults);
  const target =
    conflict === undefined
      ? root?.querySelector<HTMLElement>(`[data-field="${field ?? ''}"] :is(input, textarea, [role="combobox"])`)
      : root?.querySelector<HTMLElement>(`[data-conflict="${conflict}"]`);
  target?.focus();
}

/** Saves, and afterwards puts the person where it matters: to what was stored, or to what has to be decided. */
function useSaving(form: Form, root: RefObject<HTMLFormElement | null>, onCreated: EntityFormProps['onCreated']) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [created, setCreated] = useState<Written | null>(null);
  const [refusals, setRefusals] = useState(0);
  const save = async () => {
    if (form.readOnly !== null) return;
    const conflicts = Object.keys(form.draft.conflicts).length;
    if (conflicts > 0) toasts.show('warning', t('engine.form.conflicts', { count: conflicts }));
    const isNew = form.draft.id === null;
    const written = await form.save();
    if (written === undefined) setRefusals((count) => count + 1);
    else if (isNew) setCreated(written);
  };
  // Both wait for the form to have heard of it, or the guard would ask about what was just saved.
  const tell = useEffectEvent((written: Written) => onCreated(written));
  useEffect(() => {
    if (created) tell(created);
  }, [created]);
  const show = useEffectEvent(() => focusTrouble(root.current, form));
  useEffect(() => {
    if (refusals > 0) show();
  }, [refusals]);
  return save;
}

function FormMain({
  form,
  onClose,
  onSave,
}: {
  readonly form: Form;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  if (!form.draft.loaded && form.fault !== undefined) return <Failed form={form} onClose={onClose} />;
  return (
    <>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 4 }}>
        <FormBanner form={form} onClose={onClose} />
        {form.draft.loaded ? <FormBody form={form} /> : <FormSkeleton form={form} />}
      </Stack>
      <FormFooter form={form} onSave={onSave} />
    </>
  );
}

export function EntityForm({ entity, id, preset, onClose, onCreated, onPage }: EntityFormProps) {
  const form = useForm(entity, id, preset);
  const root = useRef<HTMLFormElement>(null);
  const saving = useSaving(form, root, onCreated);
  const save = () => void saving();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && event.key !== 'Enter')) return;
    event.preventDefault();
    save();
  };
  return (
    <Box
      component="form"
      ref={root}
      noValidate
      aria-busy={!form.draft.loaded}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, bgcolor: 'background.paper' }}
    >
      <FormHead form={form} onClose={onClose} onPage={onPage} />
      <FormMain form={form} onClose={onClose} onSave={save} />
      <UnsavedGuard count={form.draft.gone ? 0 : form.dirty.length} keptAs={form.keptAs} />
    </Box>
  );
}
