/** The derived form of any entity: beside its list, as a page of its own, or filling a phone. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { EmptyState } from '../ui/EmptyState';
import { Conflicts } from './conflict/Conflicts';
import { isUnseen } from './departing';
import { AskApproval } from './form/AskApproval';
import { FormBanner } from './form/FormBanner';
import { FormBody, FormSkeleton } from './form/FormBody';
import { FormFooter } from './form/FormFooter';
import { FormHead } from './form/FormHead';
import { UnsavedGuard } from './form/UnsavedGuard';
import { useHeldFocus } from './form/useHeldFocus';
import type { Written } from './rowsApi';
import { SendingsProvider, useSendings } from './sendings';
import { useForm, type Form } from './useForm';
import { useEscape, useSaveKey } from './useTopKeys';
import { useRevived } from './useKeptDraft';
import { lazyPart } from '../ui/lazyPart';

const Children = lazyPart(async () => (await import('./children/Children')).Children);
const DraftOffers = lazyPart(async () => (await import('./keeping/DraftOffers')).DraftOffers, 'none');
const HistoryPanel = lazyPart(async () => (await import('./history/HistoryPanel')).HistoryPanel);

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

/** Logs are their own history, and rows of persons have none. */
const hasPast = ({ entity, draft }: Form) =>
  draft.id !== null && !isUnseen(draft) && entity.spec.base !== 'log' && entity.spec.personal !== true;
/** What the head says of a form: the same for as long as somebody types in it. */
const headOf = (form: Form) => ({
  entity: form.entity,
  id: form.draft.id,
  called: form.draft.base[form.entity.spec.title],
  hasPast: hasPast(form),
});

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
  const [created, setCreated] = useState<Written | null>(null);
  const [refusals, setRefusals] = useState(0);
  const done = (written: Written | undefined, isNew: boolean) => {
    if (written === undefined) setRefusals((count) => count + 1);
    else if (isNew) setCreated(written);
  };
  const save = async () => {
    if (form.readOnly === null) done(await form.save(), form.draft.id === null);
  };
  const copy = async () => done(await form.copy(), true);
  // Both wait for the form to have heard of it, or the guard would ask about what was just saved.
  const tell = useEffectEvent((written: Written) => onCreated(written));
  useEffect(() => {
    if (created) tell(created);
  }, [created]);
  const show = useEffectEvent(() => focusTrouble(root.current, form));
  useEffect(() => {
    if (refusals > 0) show();
  }, [refusals]);
  return { save: () => void save(), copy: () => void copy() };
}

function FormMain({
  form,
  uploading,
  onClose,
  onSave,
}: {
  readonly form: Form;
  readonly uploading: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  if (!form.draft.loaded && form.fault !== undefined) return <Failed form={form} onClose={onClose} />;
  return (
    <>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 4 }}>
        <FormBanner form={form} onClose={onClose} />
        {(form.kept.offers.length > 0 || form.kept.twin) && (
          <Suspense fallback={null}>
            <DraftOffers form={form} />
          </Suspense>
        )}
        {form.draft.loaded ? <FormBody form={form} /> : <FormSkeleton form={form} />}
        {form.draft.loaded && form.draft.id !== null && !isUnseen(form.draft) && form.entity.spec.children && (
          <Suspense fallback={null}>
            <Children entity={form.entity} id={form.draft.id} />
          </Suspense>
        )}
      </Stack>
      <AskApproval form={form} />
      <FormFooter form={form} uploading={uploading} onSave={onSave} />
    </>
  );
}

/** Stands in the place of the fields, which stay mounted behind it with caret and text. */
function Past({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('history.title')}
      tabIndex={0}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', '&:focus-visible': { outline: 'none' } }}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </Box>
  );
}

/** A save that came back with a reload may find its form open already: then the form begins anew with it. */
export function EntityForm(props: EntityFormProps) {
  const revived = useRevived(props.entity, props.id);
  return <FormOf key={revived} {...props} />;
}

const whole = { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, outline: 'none' } as const;

function FormOf({ entity, id, preset, onClose, onCreated, onPage }: EntityFormProps) {
  const form = useForm(entity, id, preset);
  const root = useRef<HTMLFormElement>(null);
  useHeldFocus(root);
  const [wantsPast, setPast] = useState(false);
  const past = wantsPast && !isUnseen(form.draft);
  const { save: saveNow, copy } = useSaving(form, root, onCreated);
  const sendings = useSendings();
  const save = () => {
    if (!sendings.running) saveNow();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in a dialog over the form come up to it as well.
    if (!(event.target instanceof Node && root.current?.contains(event.target))) return;
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  useSaveKey(root, () => {
    const isUnsaved = form.dirty.length + form.written.length > 0;
    if (form.draft.id === null || isUnsaved) save();
  });
  useEscape(root, past ? () => setPast(false) : undefined);
  return (
    <>
      <Box
        component="form"
        ref={root}
        tabIndex={-1}
        noValidate
        aria-busy={!form.draft.loaded}
        onSubmit={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          save();
        }}
        onKeyDown={onKeyDown}
        sx={{ ...whole, bgcolor: 'background.paper' }}
      >
        <FormHead {...headOf(form)} past={past} onPast={setPast} onClose={onClose} onPage={onPage} />
        <Box hidden={past} sx={{ display: past ? 'none' : 'contents' }}>
          <SendingsProvider value={sendings.begin}>
            <FormMain form={form} uploading={sendings.running} onClose={onClose} onSave={save} />
          </SendingsProvider>
        </Box>
        {past && form.draft.id !== null && (
          <Past>
            <HistoryPanel form={form} id={form.draft.id} onForm={() => setPast(false)} />
          </Past>
        )}
        <UnsavedGuard
          lost={form.draft.gone ? 0 : new Set([...form.kept.lost, ...form.barred]).size}
          pending={form.kept.pending}
          keptAs={form.keptAs}
        />
      </Box>
      <Conflicts form={form} onCopy={copy} />
    </>
  );
}
