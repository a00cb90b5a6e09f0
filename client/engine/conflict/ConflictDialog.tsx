/** The dialog for a record that two users changed, usable by mouse or keyboard. Its code is loaded on first use. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteFieldChange } from '../../../common/protocol/liveEvents';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { listDirtyFields, currentValue, type ConflictReview } from '../formState/draft';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { isStaleResolution, type Resolution, type Resolutions } from '../formState/resolutions';
import { OtherFieldErrors } from './OtherFieldErrors';
import type { EntityFormState } from '../formState/entityFormState';
import { ConflictChoice } from './ConflictChoice';
import { MergedChanges } from './MergedChanges';
import {
  computeResolvedValues,
  countOpenChoices,
  resolutionFor,
  serializeSides,
  conflictUnits,
  type ConflictUnit,
} from './conflictUnits';
import { useIsCurrentUser, useActorName } from '../useActorName';

interface ConflictDialogProps {
  readonly form: EntityFormState;
  readonly review: ConflictReview;
  /** Saves the typed values as a new record. */
  readonly onCopy: () => void;
}

/** Changes without a conflict: remote ones, and own ones of other fields. */
function useUncontestedChanges(
  { draft, formShape }: EntityFormState,
  review: ConflictReview,
  units: readonly ConflictUnit[],
): readonly RemoteFieldChange[] {
  const { t } = useTranslation();
  const contestedFields = new Set(units.flatMap(({ members }) => members.map(({ field }) => field)));
  const remoteChanges = review.merged.filter(({ field }) => !contestedFields.has(field));
  const ownDirtyFields = listDirtyFields(formShape, draft).filter((field) => !contestedFields.has(field));
  const selfActor = { id: '', name: t('conflict.mine') };
  const ownChanges = ownDirtyFields.map((field) => {
    return { field, before: draft.base[field] ?? null, theirs: currentValue(draft, field), by: selfActor, at: 0 };
  });
  return [...remoteChanges, ...ownChanges];
}

function Collapsible({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="details" sx={{ '& > summary': { cursor: 'pointer', py: 1, color: 'text.secondary' } }}>
      <Typography component="summary" variant="body2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Announces a further remote change to screen readers. */
function useUpdateAnnouncement({ entity }: EntityFormState, units: readonly ConflictUnit[]): string {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const actorName = useActorName();
  const isCurrentUser = useIsCurrentUser();
  const [initialValues] = useState(
    () => new Map(units.map(({ key, members }) => [key, JSON.stringify(members.map((m) => m.theirs))])),
  );
  const updatedMembers = units.flatMap(({ key, members }) => {
    const currentValues = JSON.stringify(members.map((member) => member.theirs));
    return initialValues.has(key) && initialValues.get(key) !== currentValues ? members : [];
  });
  return updatedMembers
    .map(({ field: name, remoteChange }) => {
      const [by, field] = [remoteChange?.by ?? null, labels.fields[name] ?? name];
      return isCurrentUser(by)
        ? t('conflict.again_self', { field })
        : t('conflict.again', { name: actorName(by), field });
    })
    .join(' ');
}

const isInteractive = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('textarea, button, summary, a') !== null;

/** Choices from an earlier opening count only for the same sides; typed results always stay. */
function useInitialResolutions({ draft, formShape }: EntityFormState): {
  readonly resolutions: Resolutions;
  readonly staleKeys: ReadonlySet<string>;
} {
  const [staleResolutions] = useState(() => {
    const units = conflictUnits(formShape, draft, Object.keys(draft.resolutions));
    return units.flatMap((unit) => {
      const resolution = draft.resolutions[unit.key];
      return resolution && isStaleResolution(resolution, serializeSides(unit)) ? [resolution] : [];
    });
  });
  const staleEntries = Object.entries(draft.resolutions).filter(([, resolution]) =>
    staleResolutions.includes(resolution),
  );
  const discardedKeys = new Set(staleEntries.flatMap(([key, { side }]) => (side === 'own' ? [] : [key])));
  return {
    resolutions: Object.fromEntries(Object.entries(draft.resolutions).filter(([key]) => !discardedKeys.has(key))),
    staleKeys: new Set(staleEntries.flatMap(([key]) => (discardedKeys.has(key) ? [] : [key]))),
  };
}

function useDecision(form: EntityFormState) {
  const { resolutions, staleKeys } = useInitialResolutions(form);
  const units = conflictUnits(form.formShape, form.draft, Object.keys(resolutions));
  const [submitted, setSubmitted] = useState({ units, resolutions });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isBusy = form.draft.pendingSave !== null;
  const displayed = isBusy ? submitted : { units, resolutions };
  const undecidedCount = units.reduce((sum, unit) => sum + countOpenChoices(unit, resolutionFor(unit, resolutions)), 0);
  return {
    units: displayed.units,
    isBusy,
    /** The user saved a result of this dialog. */
    isSubmitted,
    /** Nothing is in conflict any more. */
    isSettled: units.length === 0,
    /** Choices that are missing before the result can be saved. */
    undecidedCount,
    resolutionOf: (unit: ConflictUnit) => resolutionFor(unit, displayed.resolutions),
    isStale: ({ key }: ConflictUnit) => staleKeys.has(key),
    resolve: (unit: ConflictUnit, resolution: Resolution) =>
      form.handlers.onResolve(unit.key, { ...resolution, between: serializeSides(unit) }),
    save: () => {
      if (isBusy || form.readOnly !== null || undecidedCount > 0) return;
      setSubmitted({ units, resolutions });
      setIsSubmitted(true);
      void form.resolve(computeResolvedValues(units, resolutions));
    },
  };
}

type Decision = ReturnType<typeof useDecision>;
interface DecisionProps {
  readonly form: EntityFormState;
  readonly decision: Decision;
}

function ConflictQuestions({
  form,
  decision,
  review,
  textId,
}: DecisionProps & { readonly review: ConflictReview; readonly textId: string }) {
  const { t } = useTranslation();
  const { units, isBusy } = decision;
  const merged = useUncontestedChanges(form, review, units);
  const announcement = useUpdateAnnouncement(form, units);
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 5 }}
      onSubmit={(event) => {
        event.preventDefault();
        decision.save();
      }}
    >
      <Typography id={textId} variant="body2" sx={{ color: 'text.secondary' }}>
        {units.length > 0 ? t('conflict.intro') : t(review.lacksDetails ? 'conflict.bare' : 'conflict.none')}
      </Typography>
      {form.readOnly !== null && (
        <Alert severity="warning">
          {t(form.readOnly === 'locked' ? 'conflict.locked_now' : 'conflict.permission')}
        </Alert>
      )}
      <OtherFieldErrors form={form} shownFields={units.flatMap(({ members }) => members.map(({ field }) => field))} />
      {units.map((unit, index) => (
        <ConflictChoice
          key={unit.key}
          entity={form.entity}
          unit={unit}
          resolution={decision.resolutionOf(unit)}
          faults={form.draft.faults}
          isDisabled={isBusy || form.readOnly !== null}
          isFirst={index === 0}
          isStale={decision.isStale(unit)}
          onResolve={(resolution) => decision.resolve(unit, resolution)}
        />
      ))}
      {merged.length > 0 && (
        <Collapsible title={t('conflict.merged', { count: merged.length })}>
          <MergedChanges entity={form.entity} changes={merged} />
        </Collapsible>
      )}
      <Box component="output" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Stack>
  );
}

function ConflictActions({ form, decision, onCopy }: DecisionProps & { readonly onCopy: () => void }) {
  const { t } = useTranslation();
  const { isBusy, undecidedCount } = decision;
  const hintId = useId();
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style)': { ml: 0 } }}>
      <Button onClick={() => form.handlers.onReview(false)} color="inherit">
        {t('conflict.back')}
      </Button>
      <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
      {form.permissions.can('create') && (
        <Button onClick={onCopy} disabled={isBusy} color="inherit">
          {t('conflict.copy')}
        </Button>
      )}
      {form.readOnly === null && (
        <>
          <Button onClick={form.discard} disabled={isBusy} color="error">
            {t('conflict.discard')}
          </Button>
          {undecidedCount > 0 && (
            <Typography id={hintId} variant="caption" sx={{ color: 'text.secondary' }}>
              {t('conflict.undecided', { count: undecidedCount })}
            </Typography>
          )}
          <Button
            variant="contained"
            onClick={decision.save}
            loading={isBusy}
            disabled={undecidedCount > 0}
            aria-describedby={undecidedCount > 0 ? hintId : undefined}
          >
            {t('conflict.save')}
          </Button>
        </>
      )}
    </DialogActions>
  );
}

/**
 * A rejected save is sent again once nothing is in conflict any more, as after two saves of one shared draft at the same moment: the draft continues
 * the saved text, and nobody has to decide. Returns whether this is so.
 */
function useSaveAgain(form: EntityFormState, review: ConflictReview, { isSettled, isSubmitted, isBusy }: Decision) {
  const { draft, readOnly } = form;
  const isSaved = review.isRejected === true && review.lacksDetails === undefined && isSettled && !isSubmitted;
  // the editor of a shared draft first names the saved text that its draft continues
  const isReady = isSaved && !isBusy && Object.values(draft.shared ?? {}).every((base) => typeof base === 'string');
  const save = useEffectEvent(() => void form.resolve({}));
  useEffect(() => {
    if (isReady && readOnly === null) save();
  }, [isReady, readOnly]);
  return isSaved && readOnly === null;
}

export function ConflictDialog({ form, review, onCopy }: ConflictDialogProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const isCurrentUser = useIsCurrentUser();
  const id = useId();
  const decision = useDecision(form);
  const isSavedAgain = useSaveAgain(form, review, decision);
  const authors = decision.units.flatMap(({ members }) =>
    members.flatMap(({ remoteChange }) => (remoteChange ? [remoteChange.by] : [])),
  );
  const isOwnConflict = authors.length > 0 && authors.every(isCurrentUser);
  const title = authors.length === 0 ? 'conflict.title_none' : 'conflict.title';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (isInteractive(event.target) && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    decision.save();
  };
  if (isSavedAgain) return null;
  return (
    <Dialog
      open
      fullScreen={isPhone}
      fullWidth
      maxWidth="md"
      onClose={(_event, reason) => reason === 'escapeKeyDown' && form.handlers.onReview(false)}
      onKeyDown={onKeyDown}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t(isOwnConflict ? 'conflict.title_self' : title)}</DialogTitle>
      <DialogContent>
        <ConflictQuestions form={form} decision={decision} review={review} textId={`${id}-text`} />
      </DialogContent>
      <ConflictActions form={form} decision={decision} onCopy={onCopy} />
    </Dialog>
  );
}
