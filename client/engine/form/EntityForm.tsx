/** The derived form of any entity: beside its list, on its own page, or full screen on a phone. */
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
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { EmptyState } from '../../ui/EmptyState';
import { ConflictDialogs } from '../conflict/ConflictDialogs';
import { keepsHistory } from '../../../common/definition/keepsHistory';
import { isInaccessible } from '../formState/recordRemoval';
import { RequestApproval } from './approval/RequestApproval';
import { FormBanner } from './FormBanner';
import { FormBody, FormSkeleton } from './FormBody';
import { FormFooter } from './FormFooter';
import { FormHead } from './FormHead';
import { SummarySkeleton } from './SummarySkeleton';
import { UnsavedGuard } from './unsaved/UnsavedGuard';
import { useFocusRecovery } from './useFocusRecovery';
import type { SaveResult } from '../data/rowsApi';
import { PendingUploadsProvider, usePendingUploads } from '../files/pendingUploads';
import type { EntityFormState } from '../formState/entityFormState';
import { useOverride } from '../engineContext';
import { useForm } from './useForm';
import { useRecordPreview, type RecordPreview } from '../preview/recordPreview';
import { unsavedValues, useFormPreview, type FormPreview } from '../preview/useFormPreview';
import { useEscape, useSaveShortcut } from '../useGlobalShortcuts';
import { useDraftRestoreCount } from '../formState/useCachedDraft';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import type { FormView } from '../formView';

const Children = lazyWithRetry(async () => (await import('../children/ChildTabs')).ChildTabs);
const DraftOffers = lazyWithRetry(async () => (await import('../autosave/DraftOffers')).DraftOffers, 'none');
const CommentsPanel = lazyWithRetry(async () => (await import('../comments/CommentsPanel')).CommentsPanel);
const HistoryPanel = lazyWithRetry(async () => (await import('../history/HistoryPanel')).HistoryPanel);

export interface EntityFormProps {
  readonly entity: AnyEntity;
  /** Null for a new record. */
  readonly id: number | null;
  /** Initial values of a new record. */
  readonly preset?: Readonly<Record<string, Json>>;
  readonly onClose: () => void;
  /** Called after a new record is stored. */
  readonly onCreated: (written: SaveResult) => void;
  /** Opens the record on its own page; absent when the form already is that page. */
  readonly onOpenAsPage?: (() => void) | undefined;
}

/** Views that the form can show in place of its fields: history and comments. */
function listFormViews({ entity, draft }: EntityFormState): readonly FormView[] {
  if (draft.id === null || isInaccessible(draft)) return NO_VIEWS;
  const canComment = draft.isLoaded && draft.removal === null && entity.spec.personal === undefined;
  if (!canComment) return keepsHistory(entity) ? ONLY_HISTORY : NO_VIEWS;
  return keepsHistory(entity) ? ALL_VIEWS : ONLY_COMMENTS;
}
const NO_VIEWS: readonly FormView[] = [];
const ONLY_HISTORY: readonly FormView[] = ['history'];
const ONLY_COMMENTS: readonly FormView[] = ['comments'];
const ALL_VIEWS: readonly FormView[] = ['comments', 'history'];
/** Props of the header. They stay equal while the user types, so the header does not render again. */
const getFormHeadProps = (form: EntityFormState, preview: RecordPreview | null) => ({
  entity: form.entity,
  id: form.draft.id,
  titleValue: form.draft.base[form.entity.spec.title],
  sitePath: form.draft.removal ? undefined : preview?.findPath(form.entity, form.draft.base),
  views: listFormViews(form),
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

/** Moves the focus to the first conflict, else to the first field with an error. */
function focusFirstProblem(root: HTMLElement | null, { draft, formShape }: EntityFormState): void {
  const conflict = formShape.fields.find((name) => name in draft.conflicts);
  const field = formShape.fields.find((name) => name in draft.faults);
  const target =
    conflict === undefined
      ? root?.querySelector<HTMLElement>(`[data-field="${field ?? ''}"] :is(input, textarea, [role="combobox"])`)
      : root?.querySelector<HTMLElement>(`[data-conflict="${conflict}"]`);
  // Not at the edge, where a bar that sticks to the top would cover it.
  if (target && 'scrollIntoView' in target) target.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/** Saves, then reports a created record, or focuses the first conflict or error after a rejection. */
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
  // Both effects run after the form state is updated; otherwise the unsaved guard would ask about the record just
  // saved.
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

/** The open preview. It is above the footer while it is in a second window, else in its own panel. */
function OpenPreview({ form, preview }: { readonly form: EntityFormState; readonly preview: FormPreview }) {
  const { Preview, mode, onModeChange } = preview;
  if (mode === null) return null;
  const { id, revision } = form.draft;
  return (
    <Suspense fallback={null}>
      <Preview
        entity={form.entity}
        values={unsavedValues(form)}
        id={id}
        revision={revision}
        mode={mode}
        onModeChange={onModeChange}
      />
    </Suspense>
  );
}

function FormMain({
  form,
  preview,
  isUploading,
  onClose,
  onSave,
  onShowProblem,
}: {
  readonly form: EntityFormState;
  readonly preview: FormPreview | undefined;
  readonly isUploading: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
  /** Moves to the first conflict or error. */
  readonly onShowProblem: () => void;
}) {
  const Summary = useOverride(form.entity)?.summary;
  const isStored = form.draft.isLoaded && form.draft.id !== null && !isInaccessible(form.draft);
  if (!form.draft.isLoaded && form.fault !== undefined) return <LoadError form={form} onClose={onClose} />;
  return (
    <>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 4 }}>
        <FormBanner form={form} onClose={onClose} onShowProblem={onShowProblem} />
        {Summary && isStored && (
          <Suspense fallback={<SummarySkeleton />}>
            <Summary rowId={form.draft.id} />
          </Suspense>
        )}
        {(form.autosave.offers.length > 0 || form.autosave.duplicate) && (
          <Suspense fallback={null}>
            <DraftOffers form={form} />
          </Suspense>
        )}
        {form.draft.isLoaded ? <FormBody form={form} /> : <FormSkeleton form={form} />}
        {isStored && form.entity.spec.children && (
          <Suspense fallback={null}>
            <Children entity={form.entity} id={form.draft.id} />
          </Suspense>
        )}
      </Stack>
      <RequestApproval form={form} />
      {preview && <OpenPreview form={form} preview={preview} />}
      <FormFooter
        form={form}
        isUploading={isUploading}
        preview={preview}
        onSave={onSave}
        onShowProblem={onShowProblem}
      />
    </>
  );
}

/** The history, shown in place of the fields. The fields stay mounted, so the caret and the text are kept. */
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

interface OpenFormViewProps {
  readonly form: EntityFormState;
  readonly view: FormView | null;
  readonly onShowForm: () => void;
}
/** The history or the comments of a stored record. */
function OpenFormView({ form, view, onShowForm }: OpenFormViewProps) {
  const { id } = form.draft;
  if (id === null || view === null) return null;
  if (view === 'history')
    return (
      <HistoryView>
        <HistoryPanel form={form} id={id} onShowForm={onShowForm} />
      </HistoryView>
    );
  return (
    <Suspense fallback={null}>
      <CommentsPanel e={form.entity.name} id={id} />
    </Suspense>
  );
}

/**
 * The form of a record. After a reload a queued save can be restored while its form is already open; the changed key then mounts the form
 * again, with the restored draft.
 */
export function EntityForm(props: EntityFormProps) {
  const restoreCount = useDraftRestoreCount(props.entity, props.id);
  return <KeyedForm key={restoreCount} {...props} />;
}

const fullHeight = { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, outline: 'none' } as const;

function FormGuard({ form }: { readonly form: EntityFormState }) {
  const lostFields = new Set([...form.autosave.unsavable, ...form.revokedFields]);
  return (
    <UnsavedGuard
      lostCount={form.draft.removal ? 0 : lostFields.size}
      isPending={form.autosave.isPending}
      draftKey={form.draftKey}
    />
  );
}

/** Ctrl+Enter or ⌘Enter within the form. React events of a dialog over the form bubble up to it as well. */
const isSubmitKey = ({ target, key, ctrlKey, metaKey }: KeyboardEvent, root: HTMLElement | null) =>
  target instanceof Node && root?.contains(target) === true && (ctrlKey || metaKey) && key === 'Enter';

const hasUnsaved = ({ dirtyFields, manuallyResolved }: EntityFormState) =>
  dirtyFields.length + manuallyResolved.length > 0;

/** Events of a form inside this one, such as that of a dialog, bubble up to it and are not its own. */
const useSubmitHandlers = (root: RefObject<HTMLElement | null>, save: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (!isSubmitKey(event, root.current)) return;
    event.preventDefault();
    save();
  },
  onSubmit: (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    save();
  },
});

function KeyedForm({ entity, id, preset, onClose, onCreated, onOpenAsPage }: EntityFormProps) {
  const form = useForm(entity, id, preset);
  const root = useRef<HTMLFormElement>(null);
  useFocusRecovery(root);
  const [params] = useSearchParams();
  const [requestedView, setView] = useState<FormView | null>(params.get('side') === 'comments' ? 'comments' : null);
  const view = listFormViews(form).find((available) => available === requestedView) ?? null;
  const { save: saveNow, copy } = useSaveAndFocus(form, root, onCreated);
  const pendingUploads = usePendingUploads();
  const preview = useFormPreview(form);
  const recordPreview = useRecordPreview();
  const save = () => {
    if (!pendingUploads.isRunning) saveNow();
  };
  const { onKeyDown, onSubmit } = useSubmitHandlers(root, save);
  useSaveShortcut(root, () => {
    if (form.draft.id === null || hasUnsaved(form)) save();
  });
  useEscape(root, view !== null ? () => setView(null) : preview?.closePanel);
  return (
    <>
      <Box
        component="form"
        ref={root}
        tabIndex={-1}
        noValidate
        aria-busy={!form.draft.isLoaded}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        sx={{ ...fullHeight, bgcolor: 'background.paper' }}
      >
        <FormHead
          {...getFormHeadProps(form, recordPreview)}
          view={view}
          onViewChange={setView}
          onClose={onClose}
          onOpenAsPage={onOpenAsPage}
        />
        <Box hidden={view !== null} sx={{ display: view !== null ? 'none' : 'contents' }}>
          <PendingUploadsProvider value={pendingUploads.begin}>
            <FormMain
              form={form}
              preview={preview}
              onClose={onClose}
              isUploading={pendingUploads.isRunning}
              onSave={save}
              onShowProblem={() => focusFirstProblem(root.current, form)}
            />
          </PendingUploadsProvider>
        </Box>
        <OpenFormView form={form} view={view} onShowForm={() => setView(null)} />
        <FormGuard form={form} />
      </Box>
      <ConflictDialogs form={form} onSaveAsNew={copy} />
    </>
  );
}
