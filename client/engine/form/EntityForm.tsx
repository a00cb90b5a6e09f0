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
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { EmptyState } from '../../ui/EmptyState';
import { ConflictDialogs } from '../conflict/ConflictDialogs';
import { isInaccessible } from '../formState/recordGone';
import { RequestApproval } from './approval/RequestApproval';
import { FormBanner } from './FormBanner';
import { FormBody, FormSkeleton } from './FormBody';
import { FormFooter } from './FormFooter';
import { FormHead } from './FormHead';
import { UnsavedGuard } from './unsaved/UnsavedGuard';
import { useFocusRecovery } from './useFocusRecovery';
import type { SaveResult } from '../data/rowsApi';
import { PendingUploadsProvider, usePendingUploads } from '../files/pendingUploads';
import type { EntityFormState } from '../formState/entityFormState';
import { useForm } from './useForm';
import { useEscape, useSaveKey } from '../useGlobalKeys';
import { useDraftRestoreCount } from '../formState/useCachedDraft';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const Children = lazyWithRetry(async () => (await import('../children/ChildTabs')).ChildTabs);
const DraftOffers = lazyWithRetry(async () => (await import('../autosave/DraftOffers')).DraftOffers, 'none');
const HistoryPanel = lazyWithRetry(async () => (await import('../history/HistoryPanel')).HistoryPanel);

export interface EntityFormProps {
  readonly entity: AnyEntity;
  /** Null: a new record. */
  readonly id: number | null;
  /** Values a new record starts with. */
  readonly preset?: Readonly<Record<string, Json>>;
  readonly onClose: () => void;
  /** After a new record was stored. */
  readonly onCreated: (written: SaveResult) => void;
  /** Opens the record as a page of its own; absent where it is one. */
  readonly onOpenAsPage?: (() => void) | undefined;
}

/** Logs are their own history, and rows of persons have none. */
const hasHistory = ({ entity, draft }: EntityFormState) =>
  draft.id !== null && !isInaccessible(draft) && entity.spec.base !== 'log' && entity.spec.personal !== true;
/** What the head says of a form: the same for as long as somebody types in it. */
const formHeadPropsOf = (form: EntityFormState) => ({
  entity: form.entity,
  id: form.draft.id,
  titleValue: form.draft.base[form.entity.spec.title],
  hasHistory: hasHistory(form),
});

function LoadError({ form, onClose }: { readonly form: EntityFormState; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const isMissing = form.fault?.status === 404;
  return (
    <EmptyState
      title={isMissing ? t('engine.form.missing_title') : t('engine.form.failed_title')}
      help={isMissing ? t('engine.form.missing_text') : (form.fault?.msg ?? '')}
      action={
        <Button variant="outlined" onClick={isMissing ? onClose : form.refetch}>
          {isMissing ? t('engine.form.back') : t('engine.list.retry')}
        </Button>
      }
    />
  );
}

/** Puts the person where something has to be decided or corrected. */
function focusFirstProblem(root: HTMLElement | null, { draft, formShape }: EntityFormState): void {
  const conflict = formShape.fields.find((name) => name in draft.conflicts);
  const field = formShape.fields.find((name) => name in draft.faults);
  const target =
    conflict === undefined
      ? root?.querySelector<HTMLElement>(`[data-field="${field ?? ''}"] :is(input, textarea, [role="combobox"])`)
      : root?.querySelector<HTMLElement>(`[data-conflict="${conflict}"]`);
  target?.focus();
}

/** Saves, and afterwards puts the person where it matters: to what was stored, or to what has to be decided. */
function useSaveAndFocus(
  form: EntityFormState,
  root: RefObject<HTMLFormElement | null>,
  onCreated: EntityFormProps['onCreated'],
) {
  const [created, setCreated] = useState<SaveResult | null>(null);
  const [rejections, setRejections] = useState(0);
  const onSaveResult = (written: SaveResult | undefined, isNew: boolean) => {
    if (written === undefined) setRejections((count) => count + 1);
    else if (isNew) setCreated(written);
  };
  const save = async () => {
    if (form.readOnly === null) onSaveResult(await form.save(), form.draft.id === null);
  };
  const copy = async () => onSaveResult(await form.saveAsNew(), true);
  // Both wait for the form to have heard of it, or the guard would ask about what was just saved.
  const notifyCreated = useEffectEvent((written: SaveResult) => onCreated(written));
  useEffect(() => {
    if (created) notifyCreated(created);
  }, [created]);
  const focusProblem = useEffectEvent(() => focusFirstProblem(root.current, form));
  useEffect(() => {
    if (rejections > 0) focusProblem();
  }, [rejections]);
  return { save: () => void save(), copy: () => void copy() };
}

function FormMain({
  form,
  isUploading,
  onClose,
  onSave,
}: {
  readonly form: EntityFormState;
  readonly isUploading: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  if (!form.draft.loaded && form.fault !== undefined) return <LoadError form={form} onClose={onClose} />;
  return (
    <>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 4 }}>
        <FormBanner form={form} onClose={onClose} />
        {(form.autosave.offers.length > 0 || form.autosave.duplicate) && (
          <Suspense fallback={null}>
            <DraftOffers form={form} />
          </Suspense>
        )}
        {form.draft.loaded ? <FormBody form={form} /> : <FormSkeleton form={form} />}
        {form.draft.loaded && form.draft.id !== null && !isInaccessible(form.draft) && form.entity.spec.children && (
          <Suspense fallback={null}>
            <Children entity={form.entity} id={form.draft.id} />
          </Suspense>
        )}
      </Stack>
      <RequestApproval form={form} />
      <FormFooter form={form} isUploading={isUploading} onSave={onSave} />
    </>
  );
}

/** Stands in the place of the fields, which stay mounted behind it with caret and text. */
function HistoryView({ children }: { readonly children: ReactNode }) {
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
  const restoreCount = useDraftRestoreCount(props.entity, props.id);
  return <KeyedForm key={restoreCount} {...props} />;
}

const fullHeight = { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, outline: 'none' } as const;

function KeyedForm({ entity, id, preset, onClose, onCreated, onOpenAsPage }: EntityFormProps) {
  const form = useForm(entity, id, preset);
  const root = useRef<HTMLFormElement>(null);
  useFocusRecovery(root);
  const [isHistoryRequested, setShowsHistory] = useState(false);
  const showsHistory = isHistoryRequested && !isInaccessible(form.draft);
  const { save: saveNow, copy } = useSaveAndFocus(form, root, onCreated);
  const pendingUploads = usePendingUploads();
  const save = () => {
    if (!pendingUploads.isRunning) saveNow();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in a dialog over the form come up to it as well.
    if (!(event.target instanceof Node && root.current?.contains(event.target))) return;
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  useSaveKey(root, () => {
    const isUnsaved = form.dirtyFields.length + form.manuallyResolved.length > 0;
    if (form.draft.id === null || isUnsaved) save();
  });
  useEscape(root, showsHistory ? () => setShowsHistory(false) : undefined);
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
        sx={{ ...fullHeight, bgcolor: 'background.paper' }}
      >
        <FormHead
          {...formHeadPropsOf(form)}
          showsHistory={showsHistory}
          onToggleHistory={setShowsHistory}
          onClose={onClose}
          onOpenAsPage={onOpenAsPage}
        />
        <Box hidden={showsHistory} sx={{ display: showsHistory ? 'none' : 'contents' }}>
          <PendingUploadsProvider value={pendingUploads.begin}>
            <FormMain form={form} isUploading={pendingUploads.isRunning} onClose={onClose} onSave={save} />
          </PendingUploadsProvider>
        </Box>
        {showsHistory && form.draft.id !== null && (
          <HistoryView>
            <HistoryPanel form={form} id={form.draft.id} onShowForm={() => setShowsHistory(false)} />
          </HistoryView>
        )}
        <UnsavedGuard
          lostCount={form.draft.gone ? 0 : new Set([...form.autosave.unsavable, ...form.revokedFields]).size}
          isPending={form.autosave.isPending}
          draftKey={form.draftKey}
        />
      </Box>
      <ConflictDialogs form={form} onSaveAsNew={copy} />
    </>
  );
}
