/** The one dialog for a record two people changed: field by field, by mouse or by keys alone. Loaded when it is first needed. */
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
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldChange } from '../../../common/protocol/live';
import { useWords } from '../../shared/i18n';
import { dirtyFields, valueOf, type Review } from '../draft';
import { visuallyHidden } from '../kinds/cells';
import { isOutdated, type Pick, type Picks } from '../picks';
import { OtherFaults } from '../form/OtherFaults';
import type { Form } from '../useForm';
import { Choice } from './Choice';
import { Merges } from './Merges';
import { decisionOf, pickFor, sidesOf, unitsOf, type Unit } from './units';
import { useIsSelf, useNameOf } from './useNameOf';

interface ConflictDialogProps {
  readonly form: Form;
  readonly review: Review;
  /** Makes a new record of what is typed. */
  readonly onCopy: () => void;
}

/** What stands without a question: others' changes, and one's own of other fields. */
function useMerged({ draft, shape }: Form, review: Review, units: readonly Unit[]): readonly FieldChange[] {
  const { t } = useTranslation();
  const asked = new Set(units.flatMap(({ members }) => members.map(({ field }) => field)));
  const theirs = review.merged.filter(({ field }) => !asked.has(field));
  const own = dirtyFields(shape, draft).filter((field) => !asked.has(field));
  const me = { id: '', name: t('conflict.mine') };
  const mine = own.map((field) => {
    return { field, before: draft.base[field] ?? null, theirs: valueOf(draft, field), by: me, at: 0 };
  });
  return [...theirs, ...mine];
}

function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="details" sx={{ '& > summary': { cursor: 'pointer', py: 1, color: 'text.secondary' } }}>
      <Typography component="summary" variant="body2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Says to those who do not see the flash that the other has gone on. */
function useNews({ entity }: Form, units: readonly Unit[]): string {
  const { t } = useTranslation();
  const words = useWords(entity);
  const nameOf = useNameOf();
  const isSelf = useIsSelf();
  const [seen] = useState(
    () => new Map(units.map(({ key, members }) => [key, JSON.stringify(members.map((m) => m.theirs))])),
  );
  const moved = units.flatMap(({ key, members }) => {
    const now = JSON.stringify(members.map((member) => member.theirs));
    return seen.has(key) && seen.get(key) !== now ? members : [];
  });
  return moved
    .map(({ field: name, rival }) => {
      const [by, field] = [rival?.by ?? null, words.fields[name] ?? name];
      return isSelf(by) ? t('conflict.again_self', { field }) : t('conflict.again', { name: nameOf(by), field });
    })
    .join(' ');
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('textarea, button, summary, a') !== null;

/** What was chosen before this dialog was opened counts for the same sides only; a text that was written stays in any case. */
function usePicks({ draft, shape }: Form): { readonly picks: Picks; readonly outdated: ReadonlySet<string> } {
  const [opened] = useState(() => {
    const units = unitsOf(shape, draft, Object.keys(draft.picks));
    return units.flatMap((unit) => {
      const pick = draft.picks[unit.key];
      return pick && isOutdated(pick, sidesOf(unit)) ? [pick] : [];
    });
  });
  const old = Object.entries(draft.picks).filter(([, pick]) => opened.includes(pick));
  const over = new Set(old.flatMap(([key, { side }]) => (side === 'own' ? [] : [key])));
  return {
    picks: Object.fromEntries(Object.entries(draft.picks).filter(([key]) => !over.has(key))),
    outdated: new Set(old.flatMap(([key]) => (over.has(key) ? [] : [key]))),
  };
}

function useDecision(form: Form) {
  const { picks, outdated } = usePicks(form);
  const units = unitsOf(form.shape, form.draft, Object.keys(picks));
  const [frozen, freeze] = useState({ units, picks });
  const busy = form.draft.sent !== null;
  const shown = busy ? frozen : { units, picks };
  return {
    units: shown.units,
    busy,
    pickOf: (unit: Unit) => pickFor(unit, shown.picks),
    isOutdated: ({ key }: Unit) => outdated.has(key),
    pick: (unit: Unit, pick: Pick) => form.handlers.pick(unit.key, { ...pick, between: sidesOf(unit) }),
    save: () => {
      if (busy || form.readOnly !== null) return;
      freeze({ units, picks });
      void form.resolve(decisionOf(units, picks));
    },
  };
}

type Decision = ReturnType<typeof useDecision>;
interface PartProps {
  readonly form: Form;
  readonly decision: Decision;
}

function Question({
  form,
  decision,
  review,
  textId,
}: PartProps & { readonly review: Review; readonly textId: string }) {
  const { t } = useTranslation();
  const { units, busy } = decision;
  const merged = useMerged(form, review, units);
  const news = useNews(form, units);
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
        {units.length > 0 ? t('conflict.intro') : t(review.bare ? 'conflict.bare' : 'conflict.none')}
      </Typography>
      {form.readOnly !== null && (
        <Alert severity="warning">
          {t(form.readOnly === 'locked' ? 'conflict.locked_now' : 'conflict.permission')}
        </Alert>
      )}
      <OtherFaults form={form} shown={units.flatMap(({ members }) => members.map(({ field }) => field))} />
      {units.map((unit, at) => (
        <Choice
          key={unit.key}
          entity={form.entity}
          unit={unit}
          pick={decision.pickOf(unit)}
          faults={form.draft.faults}
          disabled={busy || form.readOnly !== null}
          first={at === 0}
          outdated={decision.isOutdated(unit)}
          onPick={(pick) => decision.pick(unit, pick)}
        />
      ))}
      {merged.length > 0 && (
        <Folded title={t('conflict.merged', { count: merged.length })}>
          <Merges entity={form.entity} changes={merged} />
        </Folded>
      )}
      <Box component="output" sx={visuallyHidden}>
        {news}
      </Box>
    </Stack>
  );
}

function Buttons({ form, decision, onCopy }: PartProps & { readonly onCopy: () => void }) {
  const { t } = useTranslation();
  const { busy } = decision;
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style)': { ml: 0 } }}>
      <Button onClick={() => form.handlers.review(false)} color="inherit">
        {t('conflict.back')}
      </Button>
      <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
      {form.rights.may('create') && (
        <Button onClick={onCopy} disabled={busy} color="inherit">
          {t('conflict.copy')}
        </Button>
      )}
      {form.readOnly === null && (
        <>
          <Button onClick={form.discard} disabled={busy} color="error">
            {t('conflict.discard')}
          </Button>
          <Button variant="contained" onClick={decision.save} loading={busy}>
            {t('conflict.save')}
          </Button>
        </>
      )}
    </DialogActions>
  );
}

export function ConflictDialog({ form, review, onCopy }: ConflictDialogProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 599.95px)');
  const isSelf = useIsSelf();
  const id = useId();
  const decision = useDecision(form);
  const authors = decision.units.flatMap(({ members }) => members.flatMap(({ rival }) => (rival ? [rival.by] : [])));
  const self = authors.length > 0 && authors.every(isSelf);
  const title = authors.length === 0 ? 'conflict.title_none' : 'conflict.title';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (isTyping(event.target) && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    decision.save();
  };
  return (
    <Dialog
      open
      fullScreen={phone}
      fullWidth
      maxWidth="md"
      onClose={(_event, reason) => reason === 'escapeKeyDown' && form.handlers.review(false)}
      onKeyDown={onKeyDown}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t(self ? 'conflict.title_self' : title)}</DialogTitle>
      <DialogContent>
        <Question form={form} decision={decision} review={review} textId={`${id}-text`} />
      </DialogContent>
      <Buttons form={form} decision={decision} onCopy={onCopy} />
    </Dialog>
  );
}
